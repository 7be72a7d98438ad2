//! What is behind the places of a board: a ground with a texture and a light. A look says which texture and which light;
//! without a look, style sheets show none of this.

use scene::{Base, Style};

use crate::ground::Ground;
use crate::html::{Element, el};

/// The textures and gradients of a base. Textures are enlarged by this factor. The ids end with the name of the look,
/// since the colours depend on it and several boards can be on a page.
pub(super) fn defs(style: &Style, scale: f64) -> Vec<Element> {
    let look = &style.look;
    let texture = |texture: &Texture| {
        el("pattern")
            .attr("id", format!("{}-{look}", texture.name))
            .attr("patternUnits", "userSpaceOnUse")
            .attr("width", texture.size)
            .attr("height", texture.size)
            .maybe("patternTransform", (scale > 1.0).then(|| format!("scale({scale})")))
            .children(texture.parts.iter().map(|(class, d)| el("path").class(*class).attr("d", *d)))
    };
    let stops = |gradient: Element, stops: &[(&'static str, &'static str)]| {
        let stop = |(offset, class): &(&'static str, &'static str)| {
            el("stop").class(format!("b-stop-{class}")).attr("offset", *offset)
        };
        gradient.children(stops.iter().map(stop))
    };
    let glow = |name: &str, [x, y, radius]: [&'static str; 3]| {
        let gradient = el("radialGradient").attr("id", format!("{name}-{look}"));
        stops(gradient.attr("cx", x).attr("cy", y).attr("r", radius), &[("0", "glow"), ("1", "glow-0")])
    };
    match style.base {
        Base::Bare | Base::Slab => Vec::new(),
        // A lamp hangs over the middle of the cloth, and shines along the upper edge of the pieces.
        Base::Cloth => {
            let enamel = el("linearGradient").attr("id", format!("enamel-{look}")).attr("x2", "0").attr("y2", "1");
            let shine = [("0", "light-60"), (".14", "light-10"), (".5", "light-0"), ("1", "dark-10")];
            vec![texture(&FELT), glow("lamp", [".5", ".46", ".62"]), stops(enamel, &shine)]
        }
        Base::Frame => vec![texture(&STARS), glow("cloud", [".3", ".34", ".66"])],
    }
}

struct Texture {
    name: &'static str,
    /// The width and the height of the part that is repeated.
    size: &'static str,
    /// The classes and the paths of its parts.
    parts: &'static [(&'static str, &'static str)],
}

/// Short fibres, some lighter and some darker than the cloth.
const FELT: Texture = Texture {
    name: "felt",
    size: "14",
    parts: &[
        (
            "b-fibre-light",
            "M1,2L3.4,1M8,3.4L9.6,5.6M4.6,7.4L6.8,8.6M11.4,9L13,7.6M1.6,11.6L3.8,12.6M8.4,12.4L10.4,11.4",
        ),
        (
            "b-fibre-dark",
            "M4.6,3.2L6.4,4.4M11.2,2L12.4,4M1.4,6.4L2.6,8.6M7.8,8.2L10,6.8M5.4,10.6L6,13M11.6,12.8L13.2,11.2",
        ),
    ],
};

/// Stars of three sizes.
const STARS: Texture = Texture {
    name: "stars",
    size: "190",
    parts: &[
        (
            "b-star-small",
            "M12,31h0M38,7h0M61,52h0M83,18h0M104,71h0M133,9h0M158,44h0M181,22h0M27,88h0M52,121h0M79,97h0M118,109h0M147,84h0M172,131h0M9,143h0M41,164h0M70,181h0M97,148h0M128,171h0M163,159h0M186,97h0M111,37h0M19,61h0M142,128h0M92,122h0M58,83h0",
        ),
        ("b-star-middle", "M47,33h0M121,53h0M167,72h0M32,112h0M86,164h0M150,187h0M178,178h0M74,66h0M6,177h0"),
        ("b-star-large", "M98,28h0M22,139h0M138,104h0M174,9h0"),
    ],
};

/// The ground behind the places: its colour, its texture and its light.
pub(super) fn view(base: Base, ground: &Ground) -> Option<Element> {
    let part: Box<dyn Fn(&'static str) -> Element> = match (base, &ground.slab) {
        (Base::Frame, _) => {
            let [x, y, width, height] = ground.frame.map(|number| format!("{number:.1}"));
            Box::new(move |class| {
                let rect = el("rect").class(class).attr("x", &x).attr("y", &y);
                rect.attr("width", &width).attr("height", &height).attr("rx", "16")
            })
        }
        (Base::Cloth, Some(slab)) => Box::new(|class| el("polygon").class(class).attr("points", &slab.points)),
        (Base::Cloth, None) | (Base::Bare | Base::Slab, _) => return None,
    };
    let parts = ["b-void", "b-backdrop", "b-glow"].map(part);
    Some(el("g").class("b-material").attr("aria-hidden", "true").key("backdrop").children(parts))
}
