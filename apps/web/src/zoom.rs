//! The part of a board that is shown: the whole board, or a part of it that can be moved about.

/// The part of a board that is shown. All measures are shares of the width and height of the whole board, so that they
/// fit a board of any size on any screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zoom {
    /// How many times larger than the whole board it is drawn: from 1 to [`MOST`].
    factor: f64,
    /// The middle of the shown part. The shown part never leaves the board.
    middle: (f64, f64),
}

/// A board is drawn at most this many times larger.
const MOST: f64 = 5.0;
/// A press of a button or key makes the board this many times larger.
pub const STEP: f64 = 1.5;
/// Letters of coordinates have at least this size on the screen, in pixels.
const READABLE: f64 = 11.0;
/// Letters of coordinates larger than this, in the units of the drawing, would not fit into a hex.
const LARGEST: f64 = 13.5;
/// The same for letters beside a point.
const LARGEST_BESIDE: f64 = 7.6;
/// Hexes narrower than this many pixels are too small for what stands on them: of such a board only a part is shown first.
const TINY: f64 = 24.0;
/// The first part of a board is at least this wide, in the units of the drawing: about nine hexes.
const NEAREST: f64 = 9.0 * HEX;
/// Around what matters the first part shows this much of the board.
const MARGIN: f64 = 1.2 * HEX;
/// A part that would be drawn hardly larger than the whole board is not worth it.
const LEAST_GAIN: f64 = 1.15;
/// The width of a hex from side to side, in the units of the drawing.
const HEX: f64 = 1.732 * client::ground::SIZE;
/// On a phone, hexes narrower than this many pixels are small: such a board has buttons to zoom.
const SMALL: f64 = 32.0;
/// The width of a board on a phone, in pixels.
const PHONE: f64 = 374.0;

impl Default for Zoom {
    fn default() -> Self {
        Self { factor: 1.0, middle: (0.5, 0.5) }
    }
}

impl Zoom {
    /// The smallest part of a board with this frame that shows all these points and some room around them, but never a
    /// part narrower than about nine hexes. It is the whole board if the part would be drawn hardly larger.
    #[must_use]
    pub fn around([x, y, width, height]: [f64; 4], points: &[(f64, f64)]) -> Self {
        let reach = |of: fn(&(f64, f64)) -> f64| {
            let (least, most) = points.iter().map(of).fold((f64::MAX, f64::MIN), |(a, b), at| (a.min(at), b.max(at)));
            (f64::midpoint(least, most), most - least + 2.0 * MARGIN)
        };
        let ((across, wide), (down, high)) = (reach(|at| at.0), reach(|at| at.1));
        let factor = (width / wide.max(NEAREST)).min(height / high).min(MOST);
        if points.is_empty() || factor < LEAST_GAIN {
            return Self::default();
        }
        Self { factor, middle: ((across - x) / width, (down - y) / height) }.within_the_board()
    }

    /// These points and as many of the others, the nearest first, as can be shown together without tiny hexes on a screen
    /// with so many pixels.
    pub fn fitting(
        frame: [f64; 4],
        pixels: (f64, f64),
        mut points: Vec<(f64, f64)>,
        mut others: Vec<(f64, f64)>,
    ) -> Vec<(f64, f64)> {
        let [x, y, width, height] = Self::around(frame, &points).part(frame);
        let far = |at: &(f64, f64)| (at.0 - x - width / 2.0).hypot(at.1 - y - height / 2.0);
        game::sort_by(&mut others, |one, other| far(one).total_cmp(&far(other)));
        for other in others {
            points.push(other);
            if has_tiny_hexes(Self::around(frame, &points).part(frame), pixels) {
                points.pop();
            }
        }
        points
    }

    /// Whether the whole board is shown.
    pub fn is_whole(self) -> bool {
        self.factor <= 1.0
    }

    /// Whether the board cannot be drawn larger.
    pub fn is_most(self) -> bool {
        self.factor >= MOST
    }

    /// Draws the board so many times larger. The point stays where it is on the screen; it is given as a share of the
    /// shown part, from its left upper corner.
    #[must_use]
    pub fn by(self, times: f64, (x, y): (f64, f64)) -> Self {
        let factor = (self.factor * times).clamp(1.0, MOST);
        let keep = |middle: f64, at: f64| middle + (at - 0.5) / self.factor - (at - 0.5) / factor;
        Self { factor, middle: (keep(self.middle.0, x), keep(self.middle.1, y)) }.within_the_board()
    }

    /// Moves the shown part by shares of itself, to the right and down.
    #[must_use]
    pub fn moved(self, right: f64, down: f64) -> Self {
        let middle = (self.middle.0 + right / self.factor, self.middle.1 + down / self.factor);
        Self { middle, ..self }.within_the_board()
    }

    /// Moves the shown part as little as needed to show this point of the board with some room around it.
    #[must_use]
    pub fn showing(self, (x, y): (f64, f64)) -> Self {
        let reach = 0.4 / self.factor;
        let follow = |middle: f64, at: f64| middle.clamp(at - reach, at + reach);
        Self { middle: (follow(self.middle.0, x), follow(self.middle.1, y)), ..self }.within_the_board()
    }

    /// The same part of a board that was turned by half a turn.
    #[must_use]
    pub fn turned_over(self) -> Self {
        Self { factor: self.factor, middle: (1.0 - self.middle.0, 1.0 - self.middle.1) }
    }

    fn within_the_board(self) -> Self {
        let half = 0.5 / self.factor;
        let clamp = |middle: f64| middle.clamp(half, 1.0 - half);
        Self { factor: self.factor, middle: (clamp(self.middle.0), clamp(self.middle.1)) }
    }

    /// Whether a place is in sight, so that a finger can press it. The board is drawn into so many pixels of width and
    /// height, and beside the shown part there is room for more of it if the shapes of the two differ.
    pub fn shows(self, frame: [f64; 4], pixels: Option<(f64, f64)>, (x, y): (f64, f64)) -> bool {
        let [left, top, wide, high] = self.part(frame);
        let (width, height) = pixels.unwrap_or((wide, high));
        let scale = (width / wide).min(height / high);
        let is_within = |at: f64, from: f64, part: f64, pixels: f64| {
            (at - from - part / 2.0).abs() <= pixels / scale / 2.0 - HEX / 4.0
        };
        is_within(x, left, wide, width) && is_within(y, top, high, height)
    }

    /// The shown part of a board with this frame: its left upper corner, its width and its height.
    pub fn part(self, [x, y, width, height]: [f64; 4]) -> [f64; 4] {
        let (wide, high) = (width / self.factor, height / self.factor);
        [x + self.middle.0 * width - wide / 2.0, y + self.middle.1 * height - high / 2.0, wide, high]
    }

    /// The `viewBox` that shows this part of a board.
    pub fn view_box(self, frame: [f64; 4]) -> String {
        let [x, y, width, height] = self.part(frame);
        format!("{x:.1} {y:.1} {width:.1} {height:.1}")
    }

    /// The size of letters that are readable on a board that is drawn with these numbers of pixels for its width and
    /// height. None if such letters do not fit beside or into the places of the board.
    pub fn letters(self, [_, _, width, height]: [f64; 4], (wide, high): (f64, f64), beside: bool) -> Option<f64> {
        let pixels = (wide / width).min(high / height) * self.factor;
        // On large hexes the letters grow a little.
        let size = (6.0 * pixels).clamp(READABLE, 1.4 * READABLE) / pixels;
        (size <= if beside { LARGEST_BESIDE } else { LARGEST }).then_some(size)
    }
}

/// Whether the hexes of a board of this width, in the units of the drawing, are small on a phone.
pub fn has_small_hexes(width: f64) -> bool {
    HEX * PHONE / width < SMALL
}

/// Whether the hexes of a board with this frame are too small if all of it is drawn with these numbers of pixels for its
/// width and height.
pub fn has_tiny_hexes([_, _, width, height]: [f64; 4], (wide, high): (f64, f64)) -> bool {
    HEX * (wide / width).min(high / height) < TINY
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: [f64; 4] = [-50.0, -20.0, 100.0, 40.0];

    fn is_near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn the_whole_board_is_shown_first() {
        assert!(Zoom::default().is_whole());
        assert_eq!(Zoom::default().view_box(FRAME), "-50.0 -20.0 100.0 40.0");
    }

    #[test]
    fn the_point_under_the_pointer_stays() {
        let at = (0.8, 0.3);
        let on_board = |zoom: Zoom| {
            let [x, y, width, height] = zoom.part(FRAME);
            (x + at.0 * width, y + at.1 * height)
        };
        let mut zoom = Zoom::default();
        for _ in 0..3 {
            let before = on_board(zoom);
            zoom = zoom.by(1.4, at);
            let after = on_board(zoom);
            assert!(is_near(before.0, after.0) && is_near(before.1, after.1), "{before:?} {after:?}");
        }
    }

    #[test]
    fn the_shown_part_never_leaves_the_board() {
        let zooms = [
            Zoom::default().moved(3.0, -2.0),
            Zoom::default().by(3.0, (0.5, 0.5)).moved(9.0, 9.0),
            Zoom::default().by(100.0, (0.0, 1.0)).moved(-0.4, 0.4),
            Zoom::default().by(4.0, (1.0, 1.0)).by(0.3, (0.0, 0.0)),
            Zoom::default().by(2.0, (0.5, 0.5)).showing((0.0, 1.0)),
        ];
        for zoom in zooms {
            let [x, y, width, height] = zoom.part(FRAME);
            assert!(x >= -50.0 - 1e-9 && y >= -20.0 - 1e-9, "{zoom:?}");
            assert!(x + width <= 50.0 + 1e-9 && y + height <= 20.0 + 1e-9, "{zoom:?}");
            assert!(width >= 100.0 / MOST - 1e-9, "{zoom:?}");
        }
        assert_eq!(Zoom::default().by(2.0, (0.1, 0.2)).by(0.1, (0.9, 0.9)), Zoom::default());
    }

    #[test]
    fn a_place_out_of_sight_is_brought_into_sight() {
        let zoom = Zoom::default().by(4.0, (0.0, 0.0));
        let [x, y, width, height] = zoom.showing((0.9, 0.5)).part([0.0, 0.0, 1.0, 1.0]);
        assert!(x < 0.9 && x + width > 0.9 && y < 0.5 && y + height > 0.5);
        assert_eq!(zoom.showing((0.1, 0.1)), zoom, "a place in sight moves nothing");
    }

    #[test]
    fn the_part_around_some_points_has_them_all_and_is_not_too_near() {
        let board = [-400.0, -400.0, 800.0, 800.0];
        let part = |points: &[(f64, f64)]| Zoom::around(board, points).part(board);
        for points in [vec![(0.0, 0.0)], vec![(-380.0, 390.0)], vec![(100.0, -150.0), (300.0, 200.0)]] {
            let [x, y, width, height] = part(&points);
            assert!((NEAREST - 1e-9..700.0).contains(&width), "{points:?}: {width}");
            let is_in = |(a, b): &(f64, f64)| x < *a && *a < x + width && y < *b && *b < y + height;
            assert!(points.iter().all(is_in), "{points:?} in {:?}", part(&points));
        }
        assert!(Zoom::around(board, &[]).is_whole());
        let zoom = Zoom::around(board, &[(-380.0, 390.0)]);
        assert!(zoom.shows(board, None, (-380.0, 390.0)) && !zoom.shows(board, None, (380.0, -390.0)));
        assert!(Zoom::around(board, &[(-380.0, 0.0), (380.0, 0.0)]).is_whole());
    }

    #[test]
    fn other_points_are_shown_too_as_long_as_the_hexes_are_not_tiny() {
        let board = [-400.0, -400.0, 800.0, 800.0];
        let (near, far) = ((100.0, 0.0), (390.0, -390.0));
        let fitting = |pixels| Zoom::fitting(board, (pixels, pixels), vec![(0.0, 0.0)], vec![far, near]);
        assert_eq!(fitting(300.0), [(0.0, 0.0), near]);
        assert_eq!(fitting(1200.0), [(0.0, 0.0), near, far]);
        assert_eq!(fitting(100.0), [(0.0, 0.0)], "what has to be shown is shown however small it is");
    }

    #[test]
    fn a_wide_screen_shows_more_than_the_part_at_its_sides() {
        let board = [-400.0, -400.0, 800.0, 800.0];
        let zoom = Zoom::default().by(2.0, (0.5, 0.5));
        let shows = |x, y| zoom.shows(board, Some((600.0, 300.0)), (x, y));
        assert!(shows(0.0, 0.0) && shows(380.0, 180.0) && !shows(395.0, 0.0) && !shows(0.0, 205.0));
        assert!(!zoom.shows(board, None, (380.0, 180.0)));
    }

    #[test]
    fn letters_are_readable_or_absent() {
        let board = [0.0, 0.0, 450.0, 400.0];
        for wide in [100.0, 200.0, 374.0, 700.0, 1400.0] {
            for times in [1.0, 2.0, 4.0] {
                let zoom = Zoom::default().by(times, (0.5, 0.5));
                let size = zoom.letters(board, (wide, wide), false);
                let pixels = size.map(|size| size * wide / 450.0 * times);
                assert!(pixels.is_none_or(|pixels| pixels >= READABLE - 1e-9), "{wide} {times}: {pixels:?}");
                assert_eq!(pixels.is_none(), wide * times < 360.0, "{wide} {times}");
            }
        }
    }
}
