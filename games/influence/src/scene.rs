//! The scene of Influence: stones on points, pointy-top, so that rows are level. Triangles are tinted by the owners of
//! their corners.

use game::{Game, Message, Seat, SortedMap, SortedSet};
use hex::{Triangle, Vertex};
use scene::{
    Base, Cell, Change, Chart, ChartLine, Draw, Gauge, Mark, MarkKind, Motion, Orientation, Partway, Pick, Piece,
    Place, Preview, Scene, SeatColour, Shape, Sign, Threat,
};

use crate::action::Action;
use crate::asking::why_ask;
use crate::danger;
use crate::figures;
use crate::influence::{Influence, seat};
use crate::motion;
use crate::paying::SIXTHS;
use crate::position::{Colour, Position};
use crate::telling::{done, ended_by, paid, tell};
use crate::view::RuledView;

const PASS: &str = "pass";
const TOKEN: &str = "token";

impl Draw for Influence {
    fn scene(&self, view: &RuledView) -> Scene {
        let position = &self.position;
        let mut scene = Scene::of_cells(Orientation::PointyTop, cells(position));
        for colour in Colour::BOTH {
            let stones = places(position, position.stones()[colour as usize]);
            scene.pieces.extend(stones.map(|place| {
                Piece {
                    about: match place {
                        Place::Vertex(vertex) => position.ground().point_at(vertex),
                        Place::Hex(_) | Place::Triangle(_) => None,
                    }
                    .map(|point| figures::about_stone(position, colour, usize::from(point)))
                    .unwrap_or_default(),
                    ..Piece::new(place, seat(colour), Shape::Stone)
                }
            }));
            scene.gauges.extend(gauges(position, colour));
        }
        scene.marks.extend(places(position, position.last()).map(|place| Mark { place, kind: MarkKind::Last }));
        let frame = &position.ground().frames()[position.frame_steps()];
        let triangle = |triangle: Triangle, kind| Mark { place: Place::Triangle(triangle), kind };
        if position.options().shifting {
            scene.marks.extend(frame.triangles.iter().map(|&paying| triangle(paying, MarkKind::CountsNow)));
            let label = Message::new("frame");
            scene.gauges.push(Gauge::count(label, None, 60 * position.frame_steps() as i64));
        }
        let keystone = position.keystone().map(|keystone| frame.triangles[usize::from(keystone)]);
        scene.marks.extend(keystone.map(|keystone| triangle(keystone, MarkKind::CountsMore)));
        scene.figures = figures::of_triangles(position);
        scene.notes = figures::notes(view, position);
        scene.style.longest_notes = figures::longest_notes(position);
        scene.charts = charts(&view.totals);
        scene.style.base = Base::Slab;
        scene.style.seats = vec![SeatColour::Black, SeatColour::White];
        scene.style.signs = vec![Sign::Mark(MarkKind::Last), Sign::Share];
        scene.style.signs.extend(keystone.map(|_| Sign::Mark(MarkKind::CountsMore)));
        scene.style.signs.extend(position.options().shifting.then_some(Sign::Mark(MarkKind::CountsNow)));
        scene
    }

    fn expected(&self, _view: &RuledView) -> Message {
        let position = &self.position;
        match position.winner() {
            Some(winner) => Message::new("expect.nothing").with("seat", seat(winner)),
            None if position.skipped() => Message::new("expect.answer"),
            None if position.has_token() => Message::new("expect.token"),
            None => Message::new("expect.place"),
        }
    }

    fn aim(&self, view: &RuledView, seat: Option<Seat>) -> Message {
        let whose = seat.map_or("watching", |seat| Self::INFO.seat_names[seat.index()]);
        let threshold = if view.threshold > 0 { ".threshold" } else { "" };
        let echo = if view.echo { ".echo" } else { "" };
        let aim = Message { key: format!("aim.{whose}{threshold}{echo}").into(), args: SortedMap::new() };
        if view.threshold > 0 { aim.with("threshold", i64::from(view.threshold)) } else { aim }
    }

    /// The keystone is drawn by lot when the match begins (IN-11).
    fn unbegun(mut view: RuledView) -> RuledView {
        view.keystone_undrawn = view.keystone.take().is_some();
        view
    }

    fn partway(&self, _view: &RuledView, picked: &[Pick]) -> Option<Partway> {
        let (key, first) = match picked {
            [Pick::Button(button)] if button == TOKEN => ("expect.first", None),
            [Pick::Button(button), Pick::Vertex(first)] if button == TOKEN => ("expect.second", Some(*first)),
            _ => return None,
        };
        let expected = Message::new(key);
        let mark = |first| Mark { place: Place::Vertex(first), kind: MarkKind::WouldPlace };
        Some(Partway { expected, marks: first.map(mark).into_iter().collect() })
    }

    fn path(&self, action: &Action) -> Vec<Pick> {
        let vertex = |point: u8| Pick::Vertex(self.position.ground().vertices()[usize::from(point)]);
        match *action {
            Action::Pass => vec![Pick::Button(PASS.into())],
            Action::One(point) => vec![vertex(point)],
            Action::Two(one, two) => vec![Pick::Button(TOKEN.into()), vertex(one), vertex(two)],
        }
    }

    /// Two stones may be picked in either order.
    fn other_paths(&self, action: &Action) -> Vec<Vec<Pick>> {
        let mut path = self.path(action);
        match path.as_mut_slice() {
            [_, one, two] => {
                std::mem::swap(one, two);
                vec![path]
            }
            _ => Vec::new(),
        }
    }

    fn preview(&self, view: &RuledView, action: &Action) -> Preview {
        if let Some(why) = self.refusal(view, *action) {
            return Preview { story: vec![why], ..Preview::default() };
        }
        let before = &self.position;
        let mut after = before.clone();
        let pays = after.play(*action).turn;
        // The frame of this turn, since the next turn may have another one.
        let placed = before.with_stones(after.stones(), before.turn());
        let known = cells(before);
        let changed = cells(&placed).into_iter().filter(|cell| !known.contains(cell)).collect();
        let gauge = |colour: Colour, pays: [u32; 2]| Gauge {
            label: Message::new(if before.options().dice { "pays-on-average" } else { "pays" }),
            seat: Some(seat(colour)),
            value: i64::from(pays[colour as usize]),
            most: None,
            per_unit: i64::from(SIXTHS),
        };
        Preview {
            marks: places(before, action.stones()).map(|place| Mark { place, kind: MarkKind::WouldPlace }).collect(),
            story: story(self, *action, &placed),
            pays: pays.map(|pays| Colour::BOTH.map(|colour| gauge(colour, pays)).to_vec()).unwrap_or_default(),
            cells: changed,
            ask: why_ask(before, *action),
            ..Preview::default()
        }
    }

    fn motion(change: &Change<'_, Self>) -> Motion {
        motion::of(change)
    }

    fn danger(&self, _view: &RuledView, seat: Seat) -> Vec<Threat> {
        danger::of(&self.position, Colour::BOTH[seat.index()])
    }

    fn why_not(&self, view: &RuledView, picked: &[Pick]) -> Option<Message> {
        let Some(Pick::Vertex(vertex)) = picked.last() else { return None };
        let point = self.position.ground().point_at(*vertex)?;
        self.refusal(view, Action::One(point))
    }
}

impl Influence {
    /// The reason why this action is not allowed now. After the end nothing is, and the sentence of `expected` says so.
    fn refusal(&self, view: &RuledView, action: Action) -> Option<Message> {
        if self.position.is_over() { Some(self.expected(view)) } else { self.forbids(action) }
    }
}

/// The effects of an action in words; averages if there are dice.
fn story(game: &Influence, action: Action, placed: &Position) -> Vec<Message> {
    let whole = figures::made_whole(&game.position, placed);
    if !game.position.rolls(action) {
        let mut after = game.clone();
        Game::apply(&mut after, &action, &mut game::Dice::scripted([]));
        let mut story = tell(game, action, &after);
        story.splice(1..1, whole);
        return story;
    }
    let mut after = game.position.clone();
    // The dice decide whether a total reaches the threshold, not their average.
    let goal = u32::from(std::mem::take(&mut after.options.threshold)) * SIXTHS;
    let pays = after.play(action);
    let mut story = vec![done(&game.position, action)];
    story.extend(whole);
    story.extend(pays.turn.map(|turn| paid("paid-on-average", turn)));
    // A corner pays a third on average and at most all of its triangle.
    let most = |colour: usize| game.position.totals()[colour] + 3 * pays.turn.map_or(0, |turn| turn[colour]);
    let may_reach = goal > 0 && (0..2).any(|colour| most(colour) >= goal);
    story.extend((may_reach && !after.is_over()).then(|| Message::new("may-reach-threshold")));
    story.extend(after.is_over().then(|| Message::new(ended_by(&after, action))));
    story.extend(pays.echo.map(|echo| paid("echoed-on-average", echo)));
    story
}

fn places(position: &Position, points: u64) -> impl Iterator<Item = Place> {
    let vertices = position.ground().vertices();
    hex::Mask(u128::from(points)).iter().map(|point| Place::Vertex(vertices[point]))
}

/// The ground, drawn in this order: triangles, centres, points. With a rotating frame every triangle that ever pays is
/// included, so that the drawing keeps its size. Only those that pay now are tinted.
fn cells(position: &Position) -> Vec<Cell> {
    let ground = position.ground();
    let paying = &ground.frames()[position.frame_steps()].triangles;
    let frames = if position.options().shifting { &ground.frames()[..] } else { &ground.frames()[..1] };
    let triangles: SortedSet<Triangle> = game::gather(frames.iter().flat_map(|frame| frame.triangles.iter().copied()));
    let centres = position.centres();
    // The seat that holds a corner: by a stone, or by most corners of the hexagon around it.
    let holder = |vertex: Vertex| {
        let point = ground.point_at(vertex);
        let centre = ground.hexagons().iter().position(|hexagon| hexagon.centre == vertex);
        let has = |colour: &Colour| {
            let (stones, centres) = (position.stones()[*colour as usize], centres[*colour as usize]);
            point.is_some_and(|point| stones >> point & 1 == 1) || centre.is_some_and(|index| centres >> index & 1 == 1)
        };
        Colour::BOTH.into_iter().find(has).map(seat)
    };
    let triangle = |triangle: Triangle| {
        let corners = paying.iter().position(|&own| own == triangle).map(|index| position.corners_of(index));
        Cell {
            tint: tint(corners.unwrap_or_default().map(|corners| [0, 33, 67, 100][corners as usize])),
            thirds: corners.map(|_| triangle.corners().map(holder).to_vec()).unwrap_or_default(),
            scenery: true,
            ..Cell::new(Place::Triangle(triangle), ground.triangle_name(triangle))
        }
    };
    let centre = |(index, hexagon): (usize, &crate::ground::Hexagon)| {
        let held = centres.map(|set| if set >> index & 1 == 1 { 100 } else { 0 });
        let cell = Cell::new(Place::Vertex(hexagon.centre), ground.vertex_name(hexagon.centre));
        Cell { tint: tint(held), scenery: true, ..cell }
    };
    let keystone = position.keystone().map(|keystone| paying[usize::from(keystone)]);
    let point = |&vertex: &Vertex| {
        let touching = || vertex.triangles().into_iter().filter(|triangle| paying.contains(triangle));
        let mut about = vec![Message::new("around").with("count", touching().count() as i64)];
        about.extend(touching().any(|triangle| Some(triangle) == keystone).then(|| Message::new("near-keystone")));
        Cell { about, ..Cell::new(Place::Vertex(vertex), ground.vertex_name(vertex)) }
    };
    let mut cells: Vec<Cell> = triangles.into_iter().map(triangle).collect();
    cells.extend(ground.hexagons().iter().enumerate().map(centre));
    cells.extend(ground.vertices().iter().map(point));
    cells
}

fn tint(percent: [u8; 2]) -> Vec<(Seat, u8)> {
    let held = Colour::BOTH.into_iter().filter(|&colour| percent[colour as usize] > 0);
    held.map(|colour| (seat(colour), percent[colour as usize])).collect()
}

fn gauges(position: &Position, colour: Colour) -> Vec<Gauge> {
    let sixths = |key, value: u32, most| Gauge {
        label: Message::new(key),
        seat: Some(seat(colour)),
        value: i64::from(value),
        most,
        per_unit: i64::from(SIXTHS),
    };
    let goal = position.options().threshold;
    let most = (goal > 0).then(|| i64::from(goal) * i64::from(SIXTHS));
    let mut gauges = vec![
        sixths("points", position.totals()[colour as usize], most),
        sixths("a-turn", position.pays()[colour as usize], None),
    ];
    if position.options().token {
        let left = i64::from(position.tokens()[colour as usize]);
        gauges.push(Gauge::count(Message::new("tokens").with("count", left), Some(seat(colour)), left));
    }
    gauges
}

/// Charts of both totals and of the pay of each turn.
fn charts(totals: &[[u16; 2]]) -> Vec<Chart> {
    let chart = |key, line: &dyn Fn(usize) -> Vec<i64>| Chart {
        label: Message::new(key),
        lines: Colour::BOTH.map(|colour| ChartLine { seat: seat(colour), values: line(colour as usize) }).to_vec(),
        per_unit: i64::from(SIXTHS),
    };
    let total = |colour: usize| totals.iter().map(|totals| i64::from(totals[colour])).collect::<Vec<_>>();
    let velocity = |colour: usize| {
        let grown = totals.windows(2).map(|pair| i64::from(pair[1][colour]) - i64::from(pair[0][colour]));
        std::iter::once(0).chain(grown).collect()
    };
    vec![chart("chart.totals", &total), chart("chart.velocity", &velocity)]
}
