//! The colours of all themes and of all looks: readable, and distinct from each other for everybody.

use std::collections::BTreeMap;
use std::path::Path;

use scene::{Scene, SeatColour};

use crate::harness::{Page, found};
use crate::looks::{looks, palette, section};
use sixfold_web::press::Setting;

const STYLE: &str = concat!(include_str!("../../static/style.css"), include_str!("../../static/board.css"));

/// The colours that are in force together, by their names.
struct Theme {
    name: String,
    colours: BTreeMap<String, String>,
    /// The number of seats that a board can have.
    seats: usize,
    /// Whether seats are called black and white.
    is_black_and_white: bool,
    /// The names of the materials, by part.
    materials: BTreeMap<String, String>,
}

impl Theme {
    fn seats(&self) -> impl Iterator<Item = String> + use<> {
        (0..self.seats).map(|seat| format!("seat-{seat}"))
    }

    fn colour(&self, name: &str) -> [f64; 3] {
        let found = self.colours.get(name).unwrap_or_else(|| panic!("{name} has no colour in {}", self.name));
        rgb(name, found)
    }

    /// The colours that the ground of a place can have. A material makes the ground lighter by a twentieth or darker by a tenth at most.
    fn grounds(&self) -> Vec<(String, [f64; 3])> {
        let mut grounds = Vec::new();
        for (name, part) in [("cell", "ground"), ("cell-open", "open")] {
            let colour = self.colour(name);
            grounds.push((name.to_owned(), colour));
            if self.materials.contains_key(part) {
                grounds.push((format!("dark {name}"), mixed(colour, [0.0; 3], 0.1)));
                grounds.push((format!("light {name}"), mixed(colour, [1.0; 3], 0.05)));
            }
        }
        // Over a backdrop, the ground of places is a veil, and there can be a light under it.
        if self.materials.contains_key("backdrop") {
            let (void, glow) = (self.colour("void"), &self.colours["glow"]);
            let alpha = f64::from(u8::from_str_radix(&glow[7..], 16).unwrap()) / 255.0;
            grounds.push(("void".to_owned(), void));
            grounds.push(("void in the light".to_owned(), mixed(void, rgb("glow", &glow[..7]), alpha)));
        }
        if self.materials.get("ground").is_some_and(|material| material == "moor") {
            grounds.push(("misty cell".to_owned(), mixed(self.colour("cell"), self.colour("fog"), 0.3)));
        }
        grounds
    }

    /// The ground that black or white holds, in part or alone: its colour over that of the places.
    fn lands(&self) -> Vec<(String, [f64; 3])> {
        let parts = ["cell", "cell-open"].into_iter().flat_map(|cell| {
            let held = ["black-land", "white-land"]
                .into_iter()
                .flat_map(|owner| ["land", "land-whole"].map(|share| (owner, share)));
            held.map(move |(owner, share)| (cell, owner, share))
        });
        let land = |(cell, owner, share)| {
            let part: f64 = self.colours[share].parse().unwrap();
            (format!("{owner} ({share}) on {cell}"), mixed(self.colour(cell), self.colour(owner), part))
        };
        parts.map(land).collect()
    }
}

fn rgb(name: &str, found: &str) -> [f64; 3] {
    let rest = found.strip_prefix('#').filter(|rest| rest.len() == 6).unwrap_or_else(|| panic!("{name}: {found}"));
    let part = |at: usize| f64::from(u8::from_str_radix(&rest[at..at + 2], 16).unwrap()) / 255.0;
    [part(0), part(2), part(4)].map(light)
}

fn light(written: f64) -> f64 {
    if written <= 0.04045 { written / 12.92 } else { ((written + 0.055) / 1.055).powf(2.4) }
}

fn written(light: f64) -> f64 {
    if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
}

/// A share of one colour laid over another. Browsers blend the encoded sRGB values of colours, not their linear light.
fn mixed(under: [f64; 3], over: [f64; 3], share: f64) -> [f64; 3] {
    [0, 1, 2].map(|at| light(share * written(over[at]) + (1.0 - share) * written(under[at])))
}

/// The page in its four themes.
fn page_themes() -> Vec<Theme> {
    let palette = palette(Path::new("../..")).unwrap();
    let theme = |name: &str, sections: &[&str]| Theme {
        name: name.to_owned(),
        colours: sections.iter().flat_map(|of| section(&palette, of).iter().cloned()).collect(),
        seats: 6,
        is_black_and_white: true,
        materials: BTreeMap::new(),
    };
    vec![
        theme("light", &["light"]),
        theme("dark", &["dark"]),
        theme("light with high contrast", &["light", "contrast-light"]),
        theme("dark with high contrast", &["dark", "contrast-dark"]),
    ]
}

/// The boards of all games that have a look, each in both themes.
fn board_themes() -> Vec<Theme> {
    let palette = palette(Path::new("../..")).unwrap();
    let covers = Page::open("", Vec::new()).model.covers;
    let scene = |key: &str| -> &Scene {
        covers.iter().flatten().map(|picture| &picture.scene).find(|scene| scene.style.look == key).unwrap()
    };
    let mut themes = Vec::new();
    for (key, look) in looks(Path::new("../.."), &palette).unwrap() {
        let style = &scene(&key).style;
        for theme in ["light", "dark"] {
            let page = section(&palette, theme).iter();
            let colours = page.chain(section(&look, "both")).chain(section(&look, theme)).cloned().collect();
            themes.push(Theme {
                name: format!("{key}, {theme}"),
                colours,
                seats: catalog::find(&key).unwrap().info().seat_names.len(),
                is_black_and_white: style.seats.iter().any(|seat| matches!(seat, SeatColour::Black)),
                materials: section(&look, "material").iter().cloned().collect(),
            });
        }
    }
    themes
}

fn all_themes() -> Vec<Theme> {
    page_themes().into_iter().chain(board_themes()).collect()
}

fn luminance([r, g, b]: [f64; 3]) -> f64 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn text_has_a_contrast_of_four_and_a_half() {
    for theme in page_themes() {
        let least = if theme.name.contains("high contrast") { 7.0 } else { 4.5 };
        for ink in ["ink", "soft", "accent", "danger"] {
            for ground in ["paper", "card"] {
                let found = contrast(theme.colour(ink), theme.colour(ground));
                assert!(found >= least, "{ink} on {ground}: {found:.2} in {}", theme.name);
            }
        }
        for (ink, ground) in [("accent-ink", "accent"), ("card", "danger")] {
            assert!(contrast(theme.colour(ink), theme.colour(ground)) >= 4.5, "{ink} on {ground} in {}", theme.name);
        }
    }
    // On boards there are names of places and numbers.
    for theme in board_themes() {
        for ink in ["ink", "soft"] {
            for (name, ground) in theme.grounds() {
                let found = contrast(theme.colour(ink), ground);
                assert!(found >= 4.5, "{ink} on {name}: {found:.2} in {}", theme.name);
            }
        }
    }
}

/// The name of a held place has the colour of signs, with a rim of the holder's colour.
#[test]
fn names_of_held_places_have_a_contrast_of_four_and_a_half() {
    for theme in all_themes().into_iter().filter(|theme| !theme.is_black_and_white || theme.seats > 2) {
        for seat in theme.seats().take(2) {
            let found = contrast(theme.colour("sign"), theme.colour(&seat));
            assert!(found >= 4.5, "{seat}: {found:.2} in {}", theme.name);
        }
    }
}

/// Grounds that pieces stand on, with their names.
type Grounds = Vec<(String, [f64; 3])>;

#[test]
fn pieces_have_a_contrast_of_three_with_the_ground_and_with_their_sign() {
    let card = |theme: &Theme| ("card".to_owned(), theme.colour("card"));
    let mut themes: Vec<(Theme, Grounds)> = board_themes()
        .into_iter()
        .map(|theme| {
            let grounds = theme.grounds();
            (theme, grounds)
        })
        .collect();
    themes.extend(page_themes().into_iter().map(|theme| {
        let grounds = theme.grounds().into_iter().chain([card(&theme)]).collect();
        (theme, grounds)
    }));
    for (theme, grounds) in themes {
        let (colour, name) = (|name: &str| theme.colour(name), &theme.name);
        for seat in theme.seats().filter(|_| !theme.is_black_and_white || theme.seats > 2) {
            for (other, ground) in grounds.iter().cloned().chain([("sign".to_owned(), colour("sign"))]) {
                let found = contrast(colour(&seat), ground);
                assert!(found >= 3.0, "{seat} on {other}: {found:.2} in {name}");
            }
        }
        // Black and white stones stand out from the ground by their rims, not by their bodies.
        for seat in ["black", "white"].iter().filter(|_| theme.is_black_and_white) {
            let [rim, sign, body] = ["-rim", "-sign", ""].map(|part| colour(&format!("{seat}{part}")));
            for (other, ground) in &grounds {
                let found = contrast(rim, *ground);
                assert!(found >= 3.0, "{seat}'s rim on {other}: {found:.2} in {name}");
            }
            assert!(contrast(sign, body) >= 4.5, "{seat}'s sign in {name}");
        }
        assert!(contrast(colour("dot"), colour("cell-open")) >= 3.0, "dot in {name}");
        assert!(contrast(colour("pip"), colour("die")) >= 4.5, "pips in {name}");
        // The rim of a place in reach has the colour of the previewed result.
        for rim in ["danger", "accent", "cursor"] {
            for (other, ground) in &grounds {
                let found = contrast(colour(rim), *ground);
                assert!(found >= 3.0, "{rim} on {other}: {found:.2} in {name}");
            }
        }
    }
}

/// Remembered pips are dimmed, but still visible.
#[test]
fn what_is_remembered_has_a_contrast_of_three() {
    let dimmed = STYLE.split_once(".b-remembered { opacity: ").unwrap().1.split(';').next().unwrap();
    let share: f64 = dimmed.parse().unwrap();
    for theme in all_themes().into_iter().filter(|theme| !theme.is_black_and_white || theme.seats > 2) {
        for seat in ["seat-0", "seat-1"] {
            let (sign, ground) = (theme.colour("sign"), theme.colour(seat));
            let found = contrast(mixed(ground, sign, share), ground);
            assert!(found >= 3.0, "{seat}: {found:.2} in {}", theme.name);
        }
    }
}

/// Mist is thin in the middle of a place, where the signs are.
#[test]
fn signs_under_mist_have_a_contrast_of_three() {
    let misty: Vec<Theme> = board_themes().into_iter().filter(|theme| theme.materials.contains_key("mist")).collect();
    assert!(!misty.is_empty());
    for theme in misty {
        for (seat, share) in theme.seats().flat_map(|seat| [(seat.clone(), 0.3), (seat, 0.5)]) {
            let veiled = mixed(theme.colour(&seat), theme.colour("fog"), share);
            let found = contrast(theme.colour("mist-sign"), veiled);
            assert!(found >= 3.0, "{seat} under mist: {found:.2} in {}", theme.name);
        }
    }
}

#[test]
fn every_material_of_a_look_is_drawn_on_its_boards() {
    let home = Page::open("", Vec::new()).html();
    for theme in board_themes() {
        let key = theme.name.split(',').next().unwrap();
        for (part, material) in &theme.materials {
            assert!(home.contains(&format!("id=\"{material}-{key}\"")), "{material} of {part} in {key}");
        }
    }
}

/// A colour as a person without one kind of cone sees it in linear RGB: red and green
/// after Viénot, Brettel and Mollon (1999), blue after Machado, Oliveira and Fernandes (2009).
fn seen(kind: &str, [r, g, b]: [f64; 3]) -> [f64; 3] {
    match kind {
        "protan" => [0.1124 * r + 0.8876 * g, 0.1124 * r + 0.8876 * g, 0.004 * r - 0.004 * g + b],
        "deutan" => [0.2928 * r + 0.7072 * g, 0.2928 * r + 0.7072 * g, -0.0223 * r + 0.0223 * g + b],
        "tritan" => [
            1.255_528 * r - 0.076_749 * g - 0.178_779 * b,
            -0.078_411 * r + 0.930_809 * g + 0.147_602 * b,
            0.004_733 * r + 0.691_367 * g + 0.303_9 * b,
        ],
        _ => [r, g, b],
    }
}

/// The Lab colour space, in which distances match perception roughly.
fn lab([r, g, b]: [f64; 3]) -> [f64; 3] {
    let xyz = [
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    ];
    let [x, y, z] = xyz.map(|t| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

const SIGHTS: [&str; 4] = ["none", "protan", "deutan", "tritan"];

/// The contrast of two colours as a person with this sight sees them.
fn contrast_for(sight: &str, a: [f64; 3], b: [f64; 3]) -> f64 {
    let [a, b] = [a, b].map(|colour| seen(sight, colour).map(|part| part.clamp(0.0, 1.0)));
    contrast(a, b)
}

#[test]
fn pieces_stand_out_from_every_ground_under_colour_blindness() {
    for theme in all_themes() {
        let (grounds, lands, name) = (theme.grounds(), theme.lands(), &theme.name);
        for sight in SIGHTS {
            for seat in theme.seats().filter(|_| !theme.is_black_and_white || theme.seats > 2) {
                for (other, ground) in &grounds {
                    let found = contrast_for(sight, theme.colour(&seat), *ground);
                    assert!(found >= 3.0, "{seat} on {other} for {sight}: {found:.2} in {name}");
                }
            }
            for seat in ["black", "white"].iter().filter(|_| theme.is_black_and_white) {
                let [body, rim, sign] = ["", "-rim", "-sign"].map(|part| theme.colour(&format!("{seat}{part}")));
                for (other, ground) in &grounds {
                    let found = contrast_for(sight, rim, *ground);
                    assert!(found >= 3.0, "{seat}'s rim on {other} for {sight}: {found:.2} in {name}");
                }
                // On its own land a stone has nearly the colour of the ground, and its sign tells where it is.
                for (other, land) in &lands {
                    let parts = [body, rim, sign].map(|part| contrast_for(sight, part, *land));
                    let found = parts.into_iter().fold(0.0, f64::max);
                    assert!(found >= 3.0, "{seat} on {other} for {sight}: {found:.2} in {name}");
                }
            }
        }
    }
}

#[test]
fn seats_stay_apart_under_colour_blindness() {
    for theme in all_themes().into_iter().filter(|theme| !theme.is_black_and_white || theme.seats > 2) {
        let seats: Vec<String> = theme.seats().collect();
        for kind in SIGHTS {
            for (index, a) in seats.iter().enumerate() {
                for b in &seats[index + 1..] {
                    let [a_lab, b_lab] =
                        [a, b].map(|seat| lab(seen(kind, theme.colour(seat)).map(|c| c.clamp(0.0, 1.0))));
                    let distance: f64 = a_lab.iter().zip(b_lab).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                    // The first two seats, the only ones in most games, must differ strongly; all other pairs must only
                    // be distinct.
                    let least = if index == 0 && b == "seat-1" { 40.0 } else { 10.0 };
                    assert!(distance >= least, "{a} and {b} for {kind}: {distance:.1} in {}", theme.name);
                }
            }
        }
    }
}

/// Both forms of a stone are drawn, and the style sheet shows one of them.
#[test]
fn ho_9_stones_are_drawn_and_hexagons_where_the_viewer_sets_it() {
    let mut page = found("hexoust", "base=7", |client| client.standing().events == 40);
    let stones = page.model.client.as_ref().unwrap().picture.scene.pieces.len();
    assert!(stones > 20, "{stones}");
    for form in [".b-fill", ".b-round"] {
        assert_eq!(page.all(&format!("[data-board] {form}")).len(), stones, "{form}");
    }
    let shown = |page: &Page| page.model.dress().into_iter().find(|(name, _)| *name == "data-stones").unwrap().1;
    assert_eq!(shown(&page), "stand", "stones, as long as nobody sets anything else");
    page.set(Setting::Fill, "on");
    assert_eq!(shown(&page), "fill");
    assert_eq!(shown(&Page::open("", page.stored())), "fill", "the setting is remembered");
    page.set(Setting::Fill, "off");
    assert_eq!(shown(&page), "stand");
    let hidden = "[data-stones=\"fill\"] .whole:not(.on-points) :is(.b-round,";
    let rules: Vec<&str> = STYLE.lines().filter(|rule| rule.contains(".b-fill")).collect();
    let [off, on] = rules[..] else { panic!("{rules:?}") };
    assert!(off.starts_with(".b-fill, ") && off.contains(hidden) && off.ends_with("{ display: none; }"), "{off}");
    assert_eq!(on, "[data-stones=\"fill\"] .whole:not(.on-points) .b-fill { display: inline; }");
}
