//! The colours of the two themes: readable, and distinct from each other for everybody.

const STYLE: &str = concat!(include_str!("../../static/style.css"), include_str!("../../static/board.css"));
const SEATS: [&str; 6] = ["seat-0", "seat-1", "seat-2", "seat-3", "seat-4", "seat-5"];

/// The blocks that name colours: light, dark by the system, dark by choice.
fn themes() -> Vec<&'static str> {
    let blocks: Vec<&str> = STYLE
        .split("color-scheme: ")
        .skip(1)
        .filter(|block| !block.starts_with("dark)"))
        .map(|block| block.split('}').next().unwrap())
        .collect();
    assert_eq!(blocks.len(), 3);
    blocks
}

fn colour(theme: &str, name: &str) -> [f64; 3] {
    let rest = theme.split_once(&format!("--{name}: #")).unwrap_or_else(|| panic!("{name} has no colour")).1;
    let part = |at: usize| f64::from(u8::from_str_radix(&rest[at..at + 2], 16).unwrap()) / 255.0;
    [part(0), part(2), part(4)].map(|c| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) })
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
    for theme in themes() {
        for ink in ["ink", "soft", "accent", "danger"] {
            for ground in ["paper", "card"] {
                let found = contrast(colour(theme, ink), colour(theme, ground));
                assert!(found >= 4.5, "{ink} on {ground}: {found:.2} in{theme}");
            }
        }
        assert!(contrast(colour(theme, "accent-ink"), colour(theme, "accent")) >= 4.5);
        assert!(contrast(colour(theme, "card"), colour(theme, "danger")) >= 4.5);
    }
}

#[test]
fn pieces_have_a_contrast_of_three_with_the_ground_and_with_their_sign() {
    for theme in themes() {
        for seat in SEATS {
            for other in ["cell", "cell-open", "card", "sign"] {
                let found = contrast(colour(theme, seat), colour(theme, other));
                assert!(found >= 3.0, "{seat} on {other}: {found:.2}");
            }
        }
        // Black and white stones stand out from the ground by their rims, not by their bodies.
        for seat in ["black", "white"] {
            let [rim, sign, body] = ["-rim", "-sign", ""].map(|part| colour(theme, &format!("{seat}{part}")));
            for ground in ["cell", "cell-open", "card"] {
                let found = contrast(rim, colour(theme, ground));
                assert!(found >= 3.0, "{seat}'s rim on {ground}: {found:.2}");
            }
            assert!(contrast(sign, body) >= 4.5, "{seat}'s sign");
        }
        assert!(contrast(colour(theme, "dot"), colour(theme, "cell-open")) >= 3.0);
        // The rim of a place in reach has the colour of the previewed result.
        for (rim, ground) in [("danger", "cell"), ("danger", "cell-open"), ("accent", "cell"), ("accent", "cell-open")]
        {
            assert!(contrast(colour(theme, rim), colour(theme, ground)) >= 3.0, "{rim} on {ground}");
        }
    }
}

/// Remembered pips are dimmed, but still visible.
#[test]
fn what_is_remembered_has_a_contrast_of_three() {
    let dimmed = STYLE.split_once(".b-remembered { opacity: ").unwrap().1.split(';').next().unwrap();
    let share: f64 = dimmed.parse().unwrap();
    // Browsers blend the encoded sRGB values of colours, not their linear light.
    let written = |c: f64| if c <= 0.003_130_8 { 12.92 * c } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
    let light = |c: f64| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
    for theme in themes() {
        for seat in &SEATS[..2] {
            let (sign, ground) = (colour(theme, "sign"), colour(theme, seat));
            let blend = |at: usize| light(share * written(sign[at]) + (1.0 - share) * written(ground[at]));
            let found = contrast([blend(0), blend(1), blend(2)], ground);
            assert!(found >= 3.0, "{seat}: {found:.2}");
        }
    }
}

#[test]
fn both_ways_to_the_dark_theme_are_the_same() {
    let names = |theme: &str| theme.split("--").skip(1).map(|line| line.trim().to_owned()).collect::<Vec<_>>();
    assert_eq!(names(themes()[1]), names(themes()[2]));
}

/// A colour as a person without one kind of cone sees it (Viénot, Brettel and Mollon 1999, in linear RGB).
fn seen(kind: &str, [r, g, b]: [f64; 3]) -> [f64; 3] {
    match kind {
        "protan" => [0.1124 * r + 0.8876 * g, 0.1124 * r + 0.8876 * g, 0.004 * r - 0.004 * g + b],
        "deutan" => [0.2928 * r + 0.7072 * g, 0.2928 * r + 0.7072 * g, -0.0223 * r + 0.0223 * g + b],
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

#[test]
fn seats_stay_apart_under_colour_blindness() {
    for theme in themes() {
        for kind in ["none", "protan", "deutan"] {
            for (index, a) in SEATS.iter().enumerate() {
                for b in &SEATS[index + 1..] {
                    let [a_lab, b_lab] = [a, b].map(|seat| lab(seen(kind, colour(theme, seat))));
                    let distance: f64 = a_lab.iter().zip(b_lab).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                    // The first two seats, the only ones in most games, must differ strongly; all other pairs must only
                    // be distinct.
                    let least = if index == 0 && *b == "seat-1" { 40.0 } else { 10.0 };
                    assert!(distance >= least, "{a} and {b} for {kind}: {distance:.1}");
                }
            }
        }
    }
}
