//! A grid of characters with colours, and its output to a terminal.

use std::fmt::Write as _;

use scene::SeatColour;

/// How pieces and colours are shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// Whether colours are used: the terminal has them, and `NO_COLOR` is not set.
    pub(crate) colour: bool,
    /// Whether letters replace the shapes.
    pub(crate) letters: bool,
    /// The colours that seats are named after, in the order of the seats.
    named: [Option<SeatColour>; SEAT_COLOURS.len()],
}

impl Look {
    /// A look in which every seat has the colour of its number.
    pub(crate) const fn new(colour: bool, letters: bool) -> Self {
        Self { colour, letters, named: [None; SEAT_COLOURS.len()] }
    }

    /// Gives the first seats the colours that they are named after.
    #[must_use]
    pub(crate) fn for_seats(mut self, seats: &[SeatColour]) -> Self {
        self.named = std::array::from_fn(|seat| seats.get(seat).copied());
        self
    }
}

/// The style of a character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Ink {
    #[default]
    Plain,
    Dim,
    Bold,
    /// For things that need attention: the cursor, a hint.
    Accent,
    /// For things that would be lost.
    Danger,
    /// The colour of a seat.
    Seat(u8),
    /// The colour of a seat, inverted.
    SeatInverted(u8),
}

/// Colours of the 256-colour palette. They can be told apart with the common kinds of colour blindness, and from a
/// black and a white background. The shapes differ as well.
const SEAT_COLOURS: [u8; 6] = [197, 33, 35, 172, 134, 246];

/// Black and white have a background of their own. Without it black could not be seen on a dark screen and white not on
/// a light one.
const BLACK: &str = "0;1;38;5;232;48;5;250";
const WHITE: &str = "0;1;38;5;255;48;5;239";

impl Ink {
    fn code(self, look: Look) -> String {
        let colour = |seat: u8| SEAT_COLOURS[usize::from(seat) % SEAT_COLOURS.len()];
        match self {
            Self::Seat(seat) | Self::SeatInverted(seat)
                if let Some(named) = look.named.get(usize::from(seat)).copied().flatten() =>
            {
                let inverted = if self == Self::SeatInverted(seat) { ";7" } else { "" };
                let colour = match named {
                    SeatColour::Black => BLACK,
                    SeatColour::White => WHITE,
                };
                format!("{colour}{inverted}")
            }
            Self::Plain => "0".to_owned(),
            Self::Dim => "0;2".to_owned(),
            Self::Bold => "0;1".to_owned(),
            Self::Accent => "0;1;38;5;178".to_owned(),
            Self::Danger => "0;1;38;5;203".to_owned(),
            Self::Seat(seat) => format!("0;1;38;5;{}", colour(seat)),
            Self::SeatInverted(seat) => format!("0;1;7;38;5;{}", colour(seat)),
        }
    }
}

/// A grid of characters that grows as it is written on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Canvas {
    lines: Vec<Vec<(char, Ink)>>,
}

impl Canvas {
    pub(crate) fn write(&mut self, column: usize, line: usize, text: &str, ink: Ink) {
        if self.lines.len() <= line {
            self.lines.resize_with(line + 1, Vec::new);
        }
        let row = &mut self.lines[line];
        for (offset, letter) in text.chars().enumerate() {
            let at = column + offset;
            if row.len() <= at {
                row.resize(at + 1, (' ', Ink::Plain));
            }
            row[at] = (letter, ink);
        }
    }

    /// Copies another canvas onto this one.
    pub(crate) fn paste(&mut self, column: usize, line: usize, other: &Self) {
        for (offset, row) in other.lines.iter().enumerate() {
            for (along, &(letter, ink)) in row.iter().enumerate() {
                self.write(column + along, line + offset, letter.encode_utf8(&mut [0; 4]), ink);
            }
        }
    }

    /// The part that begins at this column and line, with at most this width and height.
    #[must_use]
    pub(crate) fn part(&self, (column, line): (usize, usize), (width, height): (usize, usize)) -> Self {
        let cut = |row: &Vec<(char, Ink)>| row.iter().skip(column).take(width).copied().collect();
        Self { lines: self.lines.iter().skip(line).take(height).map(cut).collect() }
    }

    #[cfg(test)]
    pub(crate) fn width(&self) -> usize {
        self.lines.iter().map(Vec::len).max().unwrap_or(0)
    }

    #[cfg(test)]
    pub(crate) fn height(&self) -> usize {
        self.lines.len()
    }

    /// The lines as text, cut to the given size, with escape codes if colours are used.
    pub(crate) fn to_lines(&self, look: Look, width: usize, height: usize) -> Vec<String> {
        self.lines.iter().take(height).map(|row| line_to_text(&row[..row.len().min(width)], look)).collect()
    }

    /// The whole canvas as plain text.
    #[cfg(test)]
    pub(crate) fn to_text(&self) -> String {
        self.to_lines(Look::new(false, false), usize::MAX, usize::MAX).join("\n")
    }
}

fn line_to_text(row: &[(char, Ink)], look: Look) -> String {
    let mut text = String::new();
    let mut ink = Ink::Plain;
    for &(letter, wanted) in row {
        if look.colour && wanted != ink {
            let _ = write!(text, "\x1b[{}m", wanted.code(look));
            ink = wanted;
        }
        text.push(letter);
    }
    if ink == Ink::Plain {
        text.truncate(text.trim_end().len());
    } else {
        text.push_str("\x1b[0m");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_lands_where_it_is_written_and_colour_only_where_wanted() {
        let mut canvas = Canvas::default();
        canvas.write(2, 1, "ab", Ink::Seat(0));
        assert_eq!(canvas.to_text(), "\n  ab");
        let look = Look::new(true, false);
        assert_eq!(canvas.to_lines(look, 80, 24)[1], "  \x1b[0;1;38;5;197mab\x1b[0m");
        let look = look.for_seats(&[SeatColour::Black, SeatColour::White]);
        assert_eq!(canvas.to_lines(look, 80, 24)[1], format!("  \x1b[{BLACK}mab\x1b[0m"));
        assert_eq!((canvas.width(), canvas.height()), (4, 2));
    }

    #[test]
    fn each_seat_has_the_colour_that_it_is_named_after_or_that_of_its_number() {
        use SeatColour::{Black, White};
        let look = |seats: &[SeatColour]| Look::new(true, false).for_seats(seats);
        let codes = |seats: &[SeatColour]| [0, 1, 2].map(|seat| Ink::Seat(seat).code(look(seats)));
        let by_number = [0, 1, 2].map(|seat: usize| format!("0;1;38;5;{}", SEAT_COLOURS[seat]));
        assert_eq!(codes(&[]), by_number);
        assert_eq!(codes(&[White, Black]), [WHITE.to_owned(), BLACK.to_owned(), by_number[2].clone()]);
        assert_eq!(codes(&[Black]), [BLACK.to_owned(), by_number[1].clone(), by_number[2].clone()]);
        assert_eq!(codes(&[White, Black, Black])[2], BLACK);
        assert_eq!(Ink::SeatInverted(2).code(look(&[])), format!("0;1;7;38;5;{}", SEAT_COLOURS[2]));
        assert_eq!(Ink::SeatInverted(0).code(look(&[Black])), format!("{BLACK};7"));
    }

    #[test]
    fn a_small_window_cuts_and_does_not_wrap() {
        let mut canvas = Canvas::default();
        canvas.write(0, 0, "abcdef", Ink::Plain);
        canvas.write(0, 5, "x", Ink::Plain);
        assert_eq!(canvas.to_lines(Look::new(true, false), 3, 2), ["abc", ""]);
    }
}
