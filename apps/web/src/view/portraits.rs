//! Portraits of people, each drawn from a number: the same number is always the same face.

use crate::html::{Element, el};

/// A face in a round frame.
pub(super) fn draw(seed: u32) -> Element {
    let mut rest = seed.wrapping_mul(0x9e37_79b1) ^ (seed >> 15);
    let mut pick = |count: u32| {
        rest = rest.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (rest >> 16) % count
    };
    let (skin, hair, coat) = (pick(5), pick(6), pick(4));
    let (wide, long) = (7.2 + f64::from(pick(4)) * 0.5, 9.0 + f64::from(pick(4)) * 0.5);
    let path = |class: String, d: String| el("path").class(class).attr("d", d);
    let skin = format!("skin-{skin}");
    let hair = format!("hair-{hair}");
    let top = 18.0 - long;
    let (left, right) = (20.0 - wide, 20.0 + wide);
    // Behind the face: long hair, or none.
    let behind = match pick(3) {
        0 => format!("M{:.1},16V30H{:.1}V16Z", left - 1.6, right + 1.6),
        _ => String::new(),
    };
    let cut = match pick(5) {
        0 => format!(
            "M{left:.1},16Q{left:.1},{top:.1} 20,{top:.1}T{right:.1},16Q{:.1},11 20,11.5T{left:.1},16Z",
            right - 2.0
        ),
        1 => format!(
            "M{left:.1},17Q{:.1},{:.1} 20,{:.1}T{right:.1},17L{right:.1},13Q20,9 {left:.1},13Z",
            left - 1.0,
            top - 2.0,
            top - 2.0
        ),
        2 => format!(
            "M{left:.1},18Q{:.1},{:.1} 22,{:.1}T{right:.1},14Q24,9 {:.1},13Z",
            left - 2.0,
            top - 1.0,
            top - 1.5,
            left + 2.0
        ),
        3 => format!("M16,{:.1}Q20,{:.1} 24,{:.1}L23,12H17Z", top + 1.0, top - 5.0, top + 1.0),
        _ => String::new(),
    };
    let apart = 3.0 + f64::from(pick(3)) * 0.4;
    let (eye_l, eye_r) = (20.0 - apart, 20.0 + apart);
    let eyes = format!("M{eye_l:.1},18h0M{eye_r:.1},18h0");
    let tilt = f64::from(pick(3)) * 0.5 - 0.5;
    let brows = format!(
        "M{:.1},{:.1}L{:.1},15.6M{:.1},15.6L{:.1},{:.1}",
        eye_l - 1.6,
        15.6 + tilt,
        eye_l + 1.4,
        eye_r - 1.4,
        eye_r + 1.6,
        15.6 + tilt
    );
    let nose = format!("M20,18.4l{:.1},3.2h-1", 0.4 + f64::from(pick(3)) * 0.4);
    let mouth = ["M17.4,24.2Q20,25.6 22.6,24.2", "M17.6,24.6H22.4", "M17.6,24.4Q20.6,24 22.6,25"][pick(3) as usize];
    let extra = match pick(7) {
        0 => format!(
            "M{:.1},20Q20,33 {:.1},20Q{:.1},27 20,26.4T{:.1},20Z",
            left + 0.4,
            right - 0.4,
            right - 2.0,
            left + 0.4
        ),
        1 => "M16.6,23.2Q20,21.6 23.4,23.2L22,23.6H18Z".to_owned(),
        _ => String::new(),
    };
    let line = match pick(6) {
        0 => format!(
            "M{:.1},16.4h3.6v3.4h-3.6ZM{:.1},16.4h3.6v3.4h-3.6ZM{:.1},17.4h{:.1}",
            eye_l - 1.8,
            eye_r - 1.8,
            eye_l + 1.8,
            2.0 * apart - 3.6
        ),
        1 => format!("M{:.1},13.5l1.4,7", eye_r + 0.6),
        _ => String::new(),
    };
    let shape = |class: String, d: String| (!d.is_empty()).then(|| path(class, d));
    el("svg")
        .class("portrait")
        .attr("viewBox", "0 0 40 40")
        .attr("aria-hidden", "true")
        .child(el("rect").class("frame-ground").attr("width", "40").attr("height", "40"))
        .children(shape(hair.clone(), behind))
        .child(path(format!("coat-{coat}"), "M4,40Q6,31 15,29.5L20,33L25,29.5Q34,31 36,40Z".to_owned()))
        .child(path(skin.clone(), "M16.5,24V30L20,33L23.5,30V24Z".to_owned()))
        .child(
            el("ellipse")
                .class(skin)
                .attr("cx", "20")
                .attr("cy", "18.5")
                .attr("rx", format!("{wide:.1}"))
                .attr("ry", format!("{long:.1}")),
        )
        .children(shape(hair.clone(), extra))
        .children(shape(hair, cut))
        .child(path("eyes".to_owned(), eyes))
        .child(path("features".to_owned(), format!("{brows}{nose}{mouth}{line}")))
}
