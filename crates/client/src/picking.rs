//! From picks to an action: what can be picked next, what an action would do, and why something cannot be done.

use game::{Seat, SortedMap};
use hex::Direction;
use scene::{MarkKind, Numbers, Partway, Pick, Place, Preview, Shape, TrayItem};

use crate::{Client, sentence};

/// What there is to say of a place that the person looks at.
#[derive(Clone, Debug, PartialEq)]
pub enum OfPlace {
    /// The result of picking it, as far as that is certain.
    Would(Preview),
    /// The action needs one more pick after it, and the game says which.
    Next(String),
    /// It was picked already.
    Picked,
    /// The planned way ends there. The last step of the plan tells it.
    Planned,
    /// It can be picked, and more has to be picked after it.
    Leads,
    /// It cannot be picked, for this reason if the game gives one.
    WhyNot(Option<String>),
}

/// If there are more legal actions than this, each gets its preview when somebody points at it.
const MOST_PREVIEWS: usize = 250;

/// Compares at most this many actions to find what they have in common.
const MOST_COMPARED: usize = 12;

impl Client {
    /// The legal actions that get previews ahead: all, or if they are too many those that take one pick, or none.
    pub(crate) fn worth_previewing(&self) -> Vec<String> {
        let actions = |most_picks: usize| {
            let short = self.picture.picks.iter().filter(move |(path, _)| path.len() <= most_picks);
            let mut actions: Vec<&String> = Vec::new();
            for (_, action) in short {
                // An action that several paths of picks lead to counts once. One action too many is enough to know.
                if actions.len() <= MOST_PREVIEWS && !actions.contains(&action) {
                    actions.push(action);
                }
            }
            actions.into_iter().cloned().collect::<Vec<_>>()
        };
        [usize::MAX, 1].map(actions).into_iter().find(|actions| actions.len() <= MOST_PREVIEWS).unwrap_or_default()
    }

    /// Whether there are more legal actions than previews.
    pub fn has_more_actions(&self) -> bool {
        let is_known = |action: &String| self.previews.known().iter().any(|(known, _)| known == action);
        self.previews.pending().is_empty() && self.picture.picks.iter().any(|(_, action)| !is_known(action))
    }

    /// Works out some more previews of the legal actions.
    pub fn preview_pending(&mut self) {
        let position = self.position().clone();
        self.previews.work_on(&*position);
    }

    /// The place of this name.
    pub fn place(&self, name: &str) -> Option<Place> {
        self.picture.scene.cells.iter().find(|cell| cell.name == name).map(|cell| cell.place)
    }

    /// The picks after this place, or the piece on it, is picked too. If it cannot follow on all earlier picks, it
    /// replaces the last ones, so that another source can be picked without stepping back first.
    pub fn picks_with(&self, place: Place) -> Option<Vec<Pick>> {
        self.picks_ending(self.pointing.picked(), |pick| self.place_of(pick) == Some(place))
    }

    /// The same with a thing beside the board. A thing that was picked already is put back; the other picks stay if an
    /// action begins with them.
    pub fn picks_with_unit(&self, unit: u32) -> Option<Vec<Pick>> {
        let wanted = Pick::Unit(unit);
        let picked = self.pointing.picked();
        let Some(at) = picked.iter().position(|pick| *pick == wanted) else {
            return self.picks_ending(picked, |pick| *pick == wanted);
        };
        let mut rest = picked.to_vec();
        rest.remove(at);
        if !self.picture.picks.leads_somewhere(&rest) {
            rest.truncate(at);
        }
        Some(rest)
    }

    /// The picks with this place as if nothing had been picked before.
    pub fn fresh_picks_with(&self, place: Place) -> Option<Vec<Pick>> {
        self.picks_ending(&[], |pick| self.place_of(pick) == Some(place))
    }

    /// The same with a thing beside the board.
    pub fn fresh_picks_with_unit(&self, unit: u32) -> Option<Vec<Pick>> {
        self.picks_ending(&[], |pick| *pick == Pick::Unit(unit))
    }

    /// Picks the only piece that can act on this place, and looks at what that would do. Returns whether there is exactly
    /// one.
    pub fn pick_only_source_for(&mut self, place: Place) -> bool {
        if !self.acts_here() {
            return false;
        }
        let aimed =
            self.picture.picks.iter().filter(|(path, _)| path.len() > 1 && self.place_of(&path[1]) == Some(place));
        let mut sources: Vec<&Pick> = Vec::new();
        for (path, _) in aimed {
            if self.place_of(&path[0]).is_some() && !sources.contains(&&path[0]) {
                sources.push(&path[0]);
            }
        }
        let [source] = sources[..] else { return false };
        let picks = vec![source.clone()];
        self.pointing.pick(picks);
        self.pointing.look_at(place);
        self.note = None;
        self.preview_next();
        true
    }

    fn picks_ending(&self, picked: &[Pick], with: impl Fn(&Pick) -> bool) -> Option<Vec<Pick>> {
        (0..=picked.len()).rev().find_map(|depth| {
            let kept = &picked[..depth];
            let next = self.picture.picks.iter().filter(|(path, _)| path.starts_with(kept));
            let pick = next.filter_map(|(path, _)| path.get(depth)).find(|pick| with(pick))?;
            Some(kept.iter().chain([pick]).cloned().collect())
        })
    }

    /// Every action that begins with what was picked, with its next pick.
    fn following(&self) -> impl Iterator<Item = (&Pick, &String)> {
        let picked = self.pointing.picked();
        let following = self.picture.picks.iter().filter(move |(path, _)| path.starts_with(picked));
        following.filter_map(|(path, action)| Some((path.get(picked.len())?, action)))
    }

    /// Works out the previews of the actions that can follow on what was picked, so that the whole reach is seen at a
    /// glance. Where a place leads to several actions the first is enough.
    pub fn preview_next(&mut self) {
        if self.pointing.picked().is_empty() {
            return;
        }
        let (mut seen, mut unknown) = (Vec::new(), Vec::new());
        for (pick, action) in self.following() {
            if !seen.contains(&pick) && self.known_preview(action).is_none() {
                unknown.push(action.clone());
            }
            seen.push(pick);
        }
        let position = self.position().clone();
        self.previews.add_next(&*position, unknown);
    }

    /// The places that can follow on the picks, or that are actions by themselves before any pick, each with the mark
    /// that its preview puts on it: taken, converted, weakened or joined. Places without such a mark are left out.
    pub fn reach(&self) -> Vec<(Place, MarkKind)> {
        let mut reach = Vec::new();
        let begun = !self.pointing.picked().is_empty();
        let following = self.picture.picks.iter().filter(|(path, _)| path.starts_with(self.pointing.picked()));
        for (path, action) in following.filter(|(path, _)| begun || path.len() == 1) {
            let place = path.get(self.pointing.picked().len()).and_then(|pick| self.place_of(pick));
            let Some((place, preview)) = place.zip(self.known_preview(action)) else { continue };
            let mark = preview.marks.iter().find(|mark| mark.place == place && mark.kind.tells_of_target());
            reach.extend(mark.map(|mark| (place, mark.kind)));
        }
        reach
    }

    /// The places of pieces with which an action can begin, and which can therefore be dragged.
    pub fn sources(&self) -> Vec<Place> {
        let leads = |place: Place| {
            let mut longer = self.picture.picks.iter().filter(|(path, _)| path.len() > 1);
            longer.any(|(path, _)| self.place_of(&path[0]) == Some(place))
        };
        self.picture.scene.pieces.iter().map(|piece| piece.place).filter(|place| leads(*place)).collect()
    }

    /// Every place that can be picked next, with the action that this would complete, if it would.
    pub fn open(&self) -> SortedMap<Place, Option<&str>> {
        let depth = self.pointing.picked().len();
        let next = self.picture.picks.iter().filter(|(path, _)| path.starts_with(self.pointing.picked()));
        game::gather(next.filter_map(|(path, action)| {
            let place = self.place_of(path.get(depth)?)?;
            Some((place, (path.len() == depth + 1).then_some(action.as_str())))
        }))
    }

    /// Where a pick is on the board, if it is.
    pub fn place_of(&self, pick: &Pick) -> Option<Place> {
        match pick {
            Pick::Unit(unit) => self.picture.scene.pieces.iter().find(|p| p.unit == Some(*unit)).map(|p| p.place),
            other => other.place(),
        }
    }

    /// What can be picked next that is not on the board.
    pub fn choices(&self) -> Vec<Pick> {
        let next = self.picture.picks.after(self.pointing.picked()).into_iter();
        next.filter(|pick| self.place_of(pick).is_none() && self.tray_item(pick).is_none()).cloned().collect()
    }

    /// The thing beside the board that a pick means, with whose it is.
    pub fn tray_item(&self, pick: &Pick) -> Option<(Option<Seat>, &TrayItem)> {
        let Pick::Unit(unit) = pick else { return None };
        let items =
            self.picture.scene.trays.iter().flat_map(|tray| tray.items.iter().map(move |item| (tray.seat, item)));
        items.into_iter().find(|(_, item)| item.unit == Some(*unit))
    }

    /// Whether a thing beside the board can be picked, or put back.
    pub fn can_pick_unit(&self, unit: u32) -> bool {
        self.acts_here() && self.picks_with_unit(unit).is_some()
    }

    /// The shape that the next pick would put on the board: of the picked unit, with the face that is being chosen.
    pub fn in_hand(&self) -> Option<Shape> {
        self.shape_put_by(self.pointing.considering().into_iter().chain(self.pointing.picked().iter().rev()))
    }

    /// The shape that these picks would put on the board, the last pick first.
    pub(crate) fn shape_put_by<'p>(&self, mut picks: impl Iterator<Item = &'p Pick>) -> Option<Shape> {
        picks.find_map(|pick| match pick {
            Pick::Number(face @ 1..=6) if self.picture.scene.style.numbers == Numbers::Faces => {
                Some(Shape::Die(*face as u8))
            }
            _ => self.shape_of(pick),
        })
    }

    /// What stands or lies where a pick points.
    fn shape_of(&self, pick: &Pick) -> Option<Shape> {
        if let Some((_, item)) = self.tray_item(pick) {
            return Some(item.shape.clone());
        }
        let place = self.place_of(pick)?;
        self.picture.scene.pieces.iter().find(|piece| piece.place == place).map(|piece| piece.shape.clone())
    }

    /// The button that what was picked began with, if it did.
    pub fn begun_with(&self) -> Option<&str> {
        match self.pointing.picked().first() {
            Some(Pick::Button(key)) => Some(key),
            _ => None,
        }
    }

    /// What a button says; a direction is named as it is seen.
    pub fn button_words(&self, key: &str) -> String {
        let labels = &self.picture.scene.labels;
        if let Some(known) = labels.iter().find(|known| known.button == key).filter(|_| self.acts_here()) {
            return self.say(&known.label);
        }
        let key = scene::key_as_seen(key, self.ground.turns);
        crate::find(&self.texts, &key).unwrap_or_else(|| key.into_owned())
    }

    /// The action that picking this place would complete.
    pub fn action_at(&self, place: Place) -> Option<String> {
        self.picture.picks.action(&self.picks_with(place)?).cloned()
    }

    /// What an action would do, if that is worked out.
    pub fn known_preview(&self, action: &str) -> Option<&Preview> {
        self.previews.of(action)
    }

    /// The action that picking a button would complete.
    pub fn action_of(&self, choice: &Pick) -> Option<&String> {
        let picks = self.pointing.picked_and(choice);
        self.picture.picks.action(&picks)
    }

    /// What is certain after these picks: what all actions that begin with them have in common.
    pub fn certain(&self, picks: &[Pick]) -> Preview {
        let begun = self.picture.picks.iter().filter(|(path, _)| path.starts_with(picks));
        let actions: Vec<&String> = begun.map(|(_, action)| action).take(MOST_COMPARED + 1).collect();
        let Some((first, others)) = actions.split_first().filter(|_| actions.len() <= MOST_COMPARED) else {
            return Preview::default();
        };
        let mut certain = self.preview(first);
        for other in others.iter().map(|action| self.preview(action)) {
            certain.marks.retain(|mark| other.marks.contains(mark));
            certain.flanks.retain(|flank| other.flanks.contains(flank));
            let same = certain.story.iter().zip(&other.story).take_while(|(a, b)| a == b).count();
            certain.story.truncate(same);
            if certain.odds != other.odds {
                certain.odds.clear();
            }
            if (&certain.pays, &certain.cells) != (&other.pays, &other.cells) {
                (certain.pays, certain.cells) = (Vec::new(), Vec::new());
            }
        }
        certain
    }

    /// The preview to show: of the action that waits for the server, else of the button or place that is looked at,
    /// else of the picks, else of the hint.
    pub fn looked_at(&self) -> Preview {
        let under_way =
            self.online().and_then(|online| online.action_under_way()).filter(|_| !self.history.is_past_shown());
        if let Some(action) = under_way {
            return self.preview(action);
        }
        // While dice are in the air the board shows what was attempted.
        if let Some((_, action)) = self.in_the_air() {
            let marks = self.history.after(self.landed()).preview(action).marks;
            return Preview { marks, ..Preview::default() };
        }
        if let Some(preview) = self.pointing.looking().and_then(|place| self.way_preview(place)) {
            return preview;
        }
        let button = self.pointing.considering().map(|pick| self.pointing.picked_and(pick));
        let place = || {
            self.pointing
                .looking()
                .and_then(|place| self.picks_with(place))
                // The picks have a preview of their own, so the pointer may rest on the last of them.
                .filter(|picks| picks != self.pointing.picked() && (picks.len() > 1 || self.is_action(picks)))
        };
        match button.or_else(place) {
            Some(picks) => self.certain(&picks),
            None if self.pointing.picked().len() > 1 => {
                let mut certain = self.certain(self.pointing.picked());
                let marks = self.partway().map(|partway| partway.marks).unwrap_or_default();
                certain
                    .marks
                    .extend(marks.into_iter().filter(|mark| !certain.marks.contains(mark)).collect::<Vec<_>>());
                certain
            }
            None => self.hint_shown().map(|hint| hint.preview.clone()).unwrap_or_default(),
        }
    }

    /// What is certain of the button or number that is looked at; none if there is none.
    pub fn considered(&self) -> Option<Preview> {
        Some(self.certain(&self.pointing.picked_and(self.pointing.considering()?)))
    }

    /// What there is to say of a place that the person looks at.
    pub fn of_place(&self, place: Place) -> OfPlace {
        if let Some(preview) = self.way_preview(place) {
            return OfPlace::Would(preview);
        }
        if self.end_at(place).is_some() {
            return OfPlace::Planned;
        }
        let picks = self.picks_with(place);
        if let Some(action) = picks.as_ref().and_then(|picks| self.picture.picks.action(picks)) {
            return OfPlace::Would(self.preview(action));
        }
        if let Some(picks) = picks.as_ref().filter(|picks| picks.len() > 1) {
            let certain = self.certain(picks);
            match self.why_no_action(picks) {
                _ if !certain.story.is_empty() => return OfPlace::Would(certain),
                Some(why) => return OfPlace::Next(why),
                None => {}
            }
        }
        match picks {
            _ if self.is_picked(place) => OfPlace::Picked,
            Some(_) => OfPlace::Leads,
            None => OfPlace::WhyNot(self.why_not(place)),
        }
    }

    /// Whether one of the picks is at this place.
    pub fn is_picked(&self, place: Place) -> bool {
        self.pointing.picked().iter().any(|pick| self.place_of(pick) == Some(place))
    }

    /// The neighbour of a place in a direction on the screen. Places that can only be looked at are stepped over.
    pub fn neighbour(&self, from: Place, screen: Direction) -> Option<Place> {
        let direction = self.ground.towards(screen);
        let to = match from {
            Place::Hex(hex) => Place::Hex(hex.neighbour(direction)),
            Place::Vertex(vertex) => Place::Vertex(vertex.neighbour(direction)),
            Place::Triangle(_) => return None,
        };
        let cell = self.picture.scene.cells.iter().find(|cell| cell.place == to)?;
        if cell.scenery { self.neighbour(to, screen) } else { Some(to) }
    }

    /// Takes back the pick that made an action complete.
    pub fn unpick_action(&mut self) {
        if self.is_action(self.pointing.picked()) {
            self.pointing.unpick();
        }
        self.pointing.unmark();
    }

    /// What the game says of the picks so far, if it has a word for them.
    pub fn partway(&self) -> Option<Partway> {
        if self.pointing.picked().is_empty() {
            return None;
        }
        self.position().partway(self.pointing.picked())
    }

    fn is_action(&self, picks: &[Pick]) -> bool {
        self.picture.picks.action(picks).is_some()
    }

    /// What an action would do.
    pub fn preview(&self, action: &str) -> Preview {
        if let Some(preview) = self.known_preview(action) {
            return preview.clone();
        }
        self.position().preview(action)
    }

    /// Why nothing can be done at a place, if there is something to say about it.
    pub fn why_not(&self, place: Place) -> Option<String> {
        let pick = match place {
            Place::Hex(hex) => Pick::Hex(hex),
            Place::Vertex(vertex) => Pick::Vertex(vertex),
            Place::Triangle(_) => return None,
        };
        let picked = self.pointing.picked_and(&pick);
        self.why_no_action(&picked)
    }

    /// Why these picks are no action, or none yet, if there is something to say about it.
    pub fn why_no_action(&self, picks: &[Pick]) -> Option<String> {
        let why = self.position().why_not(picks)?;
        Some(sentence(&self.say(&why)))
    }
}
