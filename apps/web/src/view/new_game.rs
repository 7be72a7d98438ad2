//! The form for a new match: the options with their explanations, and the opponents.

use ai::levels;
use catalog::DynGame;
use game::{Message, OptionKind, OptionSpec, PICKED, RulesId, Seat, Texts};
use scene::ByComputer;

use super::people::seat_dot;
use super::{board, button, kit, message, title};
use crate::form::{Choosing, NewGame, Opponent, Sits, Sitter};
use crate::html::{Element, el};
use crate::model::{Model, Server};
use crate::press::{Field, FormField, Press, Setting, written_value};
use crate::texts::find;

/// A whole number with at most this many values is shown as a row of buttons.
const MOST_BUTTONS: i64 = 8;

/// At most this many options are shown unfolded.
const MOST_UNFOLDED: usize = 2;

/// Whether more than two players can play a game.
fn many_seats(game: &dyn DynGame) -> bool {
    game.info().seat_names.len() > 2
}

pub(super) fn view(model: &Model) -> Element {
    let Some(new) = &model.visit.new_game else { return message(&model.tongue.say("trouble.no-game"), model) };
    if let Some(choosing) = new.choosing {
        return unseen_choice(model, new, choosing);
    }
    let say = |key| model.tongue.say(key);
    let info = new.game.info();
    let heading = model.tongue.tell(&Message::new("new-game.of").with("name", info.name.to_owned()));
    let many = new.is_for_many();
    let choosers = new.choosers();
    // The option for the number of players stands beside the choice of opponents.
    let (count, options): (Vec<&OptionSpec>, Vec<&OptionSpec>) = info
        .options
        .iter()
        .filter(|spec| is_open(spec) && new.is_chosen_here(spec))
        // People at one screen choose their kits unseen, after the form.
        .filter(|spec| spec.seat.is_none_or(|seat| !choosers.contains(&seat)))
        .partition(|spec| many_seats(&*new.game) && spec.decides_seats());
    let (main, options) = options.into_iter().partition(|spec| is_main(new, spec));
    let [count, main, options] =
        [count, main, options].map(|specs| specs.into_iter().map(|spec| option(model, new, spec)).collect::<Vec<_>>());
    // A problem with a kit is announced beside the kit.
    let is_announced = info.options.iter().any(|spec| is_about_kit(new, spec.key));
    let problem = problem(model, new, !is_announced);
    let online = new.opponent == Opponent::Online;
    let cannot =
        new.problem.is_some() || new.asked || (online && (model.server != Server::Here || !model.has_secrets()));
    let words = say(if online { "begin.online" } else { "begin" });
    let (in_sight, fold) =
        if options.len() > MOST_UNFOLDED { (Vec::new(), Some(folded(model, new, options))) } else { (options, None) };
    let form = el("form")
        .class("setup")
        .on_submit(Press::Begin)
        .child(opponents(model, new).key("opponents"))
        .children(rule_sets(model, model.rule_sets_of(&*new.game).filter_map(|set| set.rules()), new.game.rules()))
        .children(presets(model, new).map(|presets| presets.key("presets")))
        .children(count)
        .children(new.has_computer().then(|| level(model, new).key("level")))
        .children((new.opponent != Opponent::Screen && !many).then(|| seats(model, new).key("seats")))
        .children(many.then(|| sitting(model, new).key("sitting")))
        .children(online.then(|| name(model).key("name")))
        .children(main)
        .children((!choosers.is_empty()).then(|| choice_unseen(model, new).key("choice-unseen")))
        .children(in_sight)
        .children((online && new.own_option().is_some()).then(|| unseen(model)))
        // The bar sticks to the edge of the window, so that its button stays in reach while the options scroll. Why the button
        // cannot be pressed is in sight with it.
        .child(
            el("div")
                .class("row begin-bar")
                .key("begin")
                .children(problem)
                .child(button(Press::Begin, words).class("button main big").flag("disabled", cannot)),
        )
        .children(fold);
    el("div").class("new-game").child(title(&heading)).child(form.key("form")).children(new.picture.as_ref().map(
        |picture| {
            let turned = new.seat.and_then(|seat| picture.turned.get(usize::from(seat)).copied());
            el("div").class("new-cover").child(board::cover(&picture.scene, turned.unwrap_or(0))).key("cover")
        },
    ))
}

/// Why the match cannot begin, beside the button that begins it.
fn problem(model: &Model, new: &NewGame, announced: bool) -> Option<Element> {
    let problem = new.problem_in(model.tongue.language).or(new.refused.clone())?;
    let words = in_words(model, new, &problem);
    Some(el("p").class("problem").maybe("role", announced.then_some("alert")).text(words).key("problem"))
}

/// Whether people at one screen play with what is ready, or choose one after the other.
fn choice_unseen(model: &Model, new: &NewGame) -> Element {
    // The game has the word for what is chosen.
    let texts = new.game.texts(model.tongue.language);
    let say = |key: &'static str| find(&texts, &format!("kit.{key}")).unwrap_or_else(|| model.tongue.say(key));
    let one = |value, key| choice(FormField::Unseen, value, &say(key), new.unseen == (value == "on"), false);
    group(say("unseen"), Some(say("unseen.help")), vec![one("off", "unseen.ready"), one("on", "unseen.each")])
}

/// The kit of a person at one screen, after a page that shows nothing while the device changes hands.
fn unseen_choice(model: &Model, new: &NewGame, choosing: Choosing) -> Element {
    let texts = new.game.texts(model.tongue.language);
    let name = new.game.info().seat_names.get(usize::from(choosing.seat)).map(|name| texts.seat(name));
    let tell = |key: &'static str| model.tongue.tell(&Message::new(key).with("seat", name.clone().unwrap_or_default()));
    let back = || button(Press::ChooseNothing, model.tongue.say("unseen.back")).class("button").key("back");
    if !choosing.is_here {
        return el("section")
            .class("card message hand-over")
            .attr("data-choosing", choosing.seat)
            .child(seat_dot(Seat(choosing.seat)).key("dot"))
            .child(title(&tell("hand-over")))
            .child(el("p").class("small").text(tell("unseen.why")).key("why"))
            .child(button(Press::ChooseUnseen, tell("hand-over.done")).class("button main big").key("here"))
            .child(back());
    }
    let spec = OptionSpec::of_seat(new.game.info().options, Seat(choosing.seat));
    // What is wrong with the cost is a problem, which says the points too.
    let kit = spec.and_then(|spec| new.kit(spec.key)).filter(|kit| kit.cost <= kit.budget);
    let cost = kit.map(|kit| kit::cost_in_words(model, &kit));
    let kit = spec.map(|spec| option(model, new, spec).attr("open", ""));
    let done = button(Press::Chosen, model.tongue.say("unseen.done")).class("button main big");
    let bar = el("div")
        .class("row begin-bar")
        .children(cost.map(|cost| el("p").class("small").text(cost).key("cost")))
        .children(problem(model, new, false))
        .child(back())
        .child(done.flag("disabled", new.problem.is_some()));
    let form = el("div").class("setup").children(kit).child(bar.key("bar"));
    el("div")
        .class("new-game")
        .attr("data-choosing", choosing.seat)
        .child(title(&tell("unseen.of")))
        .child(form.key("form"))
}

/// A choice among the rule sets that the server offers for a game. None if it offers none.
pub(super) fn rule_sets<'a>(
    model: &Model,
    offered: impl Iterator<Item = &'a RulesId>,
    chosen: Option<&RulesId>,
) -> Option<Element> {
    let mut offered = offered.peekable();
    offered.peek()?;
    let built_in = choice(FormField::RuleSet, "", &model.tongue.say("rule-set.built-in"), chosen.is_none(), false);
    let set = |rules: &RulesId| {
        choice(FormField::RuleSet, &rules.fingerprint.to_string(), &rules.name, chosen == Some(rules), false)
    };
    let help = chosen.map(|rules| rule_set_help(model, rules));
    let sets = std::iter::once(built_in).chain(offered.map(set)).collect();
    Some(group(model.tongue.say("rule-set"), help, sets).key("rule-sets"))
}

fn rule_set_help(model: &Model, rules: &RulesId) -> String {
    model.tongue.tell(&Message::new("rule-set.help").with("fingerprint", rules.fingerprint.short()))
}

/// The line that names the rule set of a journey.
pub(super) fn rule_set_in_words(model: &Model, rules: &RulesId) -> Element {
    let name = format!("{}: {}", model.tongue.say("rule-set"), rules.name);
    el("p").class("small").child(el("strong").text(name)).text(format!(" · {}", rule_set_help(model, rules)))
}

/// A choice among the presets: sets of options that go well together.
fn presets(model: &Model, new: &NewGame) -> Option<Element> {
    let presets = new.game.info().presets;
    if presets.is_empty() {
        return None;
    }
    let texts = new.game.texts(model.tongue.language);
    let chosen = new.preset();
    let said = |key: String| find(&texts, &key).unwrap_or_default();
    let choices = presets.iter().map(|preset| {
        let words = said(format!("preset.{}", preset.key));
        choice(FormField::Preset, preset.key, &words, chosen.is_some_and(|chosen| chosen.key == preset.key), false)
    });
    let help = match chosen {
        Some(preset) => said(format!("preset.{}.help", preset.key)),
        None => model.tongue.say("presets.own"),
    };
    Some(group(model.tongue.say("presets"), Some(help), choices.collect()))
}

/// The options, folded until there is a problem.
fn folded(model: &Model, new: &NewGame, options: Vec<Element>) -> Element {
    let summary = el("summary").text(model.tongue.say("options.all"));
    let body = el("div").class("options-body").children(options);
    let fold = el("details").class("fold").flag("open", new.unfolded).key("options");
    fold.child(summary).child(body)
}

/// The options of a free seat at a table on the server, for a guest who could sit down there.
pub(super) fn own(model: &Model) -> Vec<Element> {
    let Some((new, spec)) = model.visit.new_game.as_ref().and_then(|new| Some((new, new.own_option()?))) else {
        return Vec::new();
    };
    let problem = new.problem_in(model.tongue.language).filter(|_| !is_about_kit(new, spec.key));
    let problem = problem.map(|problem| {
        el("p").class("problem").attr("role", "alert").text(in_words(model, new, &problem)).key("own-problem")
    });
    [option(model, new, spec), unseen(model)].into_iter().chain(problem).collect()
}

/// The note that others choose for themselves and do not see this choice yet.
fn unseen(model: &Model) -> Element {
    el("p").class("small").text(model.tongue.say("own.unseen")).key("unseen")
}

/// Whether the problem with the options is about this option, whose value is a kit.
pub(super) fn is_about_kit(new: &NewGame, option: &str) -> bool {
    new.problem.as_ref().is_some_and(|problem| problem.names(option)) && new.kit(option).is_some()
}

/// Whether an option has more than one value to choose from.
fn is_open(spec: &OptionSpec) -> bool {
    !matches!(spec.kind, OptionKind::Choice([_]) | OptionKind::Text { known: [_], .. })
}

/// Whether an option is never folded: what a person here puts together for their own seat is what they come for.
fn is_main(new: &NewGame, spec: &OptionSpec) -> bool {
    let is_here =
        |seat: u8| new.seat.is_none_or(|own| own == seat) || new.others.get(usize::from(seat)) == Some(&Sitter::Screen);
    spec.seat.is_some_and(is_here)
}

/// A problem with the options, in which the form's names replace `key=value`. The value of a kit is too long for a
/// sentence, and only its name is said.
pub(super) fn in_words(model: &Model, new: &NewGame, problem: &str) -> String {
    let texts = new.game.texts(model.tongue.language);
    let named = |key: &str| find(&texts, &format!("option.{key}"));
    let quoted = |name: String| model.tongue.tell(&Message::new("quoted").with("name", name));
    let words = |part: &str| {
        let Some((key, value)) = part.split_once('=') else { return named(part).map(quoted) };
        let said = match value {
            "on" => Some(model.tongue.say("on")),
            "off" => Some(model.tongue.say("off")),
            other => find(&texts, &format!("option.{key}.{other}")),
        };
        let name = named(key)?;
        let said = said.or_else(|| new.kit(key).is_none().then(|| value.to_owned()));
        Some(quoted(said.map_or_else(|| name.clone(), |said| format!("{name}: {said}"))))
    };
    let parts = problem.split('`').enumerate();
    let part = |(index, part): (usize, &str)| match index % 2 {
        0 => part.to_owned(),
        _ => words(part).unwrap_or_else(|| quoted(part.to_owned())),
    };
    client::sentence(&parts.map(part).collect::<String>())
}

/// A radio button: one of several values.
fn choice(field: impl Into<Field>, value: &str, words: &str, is_chosen: bool, off: bool) -> Element {
    let field = field.into();
    let name = field.id();
    let input = el("input")
        .attr("type", "radio")
        .attr("name", &name)
        .attr("value", value)
        .sets(&field)
        .flag("checked", is_chosen)
        .flag("disabled", off);
    el("label").class("choice").key(format!("{name}-{value}")).child(input).child(el("span").text(words))
}

fn group(legend: String, help: Option<String>, choices: Vec<Element>) -> Element {
    el("fieldset")
        .child(el("legend").text(legend))
        .child(el("div").class("choices").children(choices))
        .children(help.map(|help| el("p").class("small").text(help)))
}

fn opponents(model: &Model, new: &NewGame) -> Element {
    let choices = Opponent::ALL.map(|opponent| {
        let words = model.tongue.say(match opponent {
            Opponent::Computer if new.is_for_many() => "opponent.computers",
            Opponent::Computer => "opponent.computer",
            Opponent::Screen if new.is_for_many() => "opponent.screen-many",
            Opponent::Screen => "opponent.screen",
            Opponent::Online => "opponent.online",
        });
        let off = opponent == Opponent::Online && (model.server != Server::Here || !model.has_secrets());
        choice(FormField::Opponent, &written_value(&opponent), &words, new.opponent == opponent, off)
    });
    // There is always a line, so that nothing moves when the server has answered.
    let help = model.tongue.say(match (model.server, new.opponent) {
        (Server::Here, _) if !model.has_secrets() => "trouble.no-secrets",
        (Server::Here, Opponent::Computer | Opponent::Screen) => "opponent.on-device",
        (Server::Here, Opponent::Online) => "opponent.on-server",
        (Server::Asked, _) => "opponent.asking",
        (Server::Absent, _) => "opponent.no-server",
    });
    group(model.tongue.say(if new.is_for_many() { "opponents" } else { "opponent" }), Some(help), choices.into())
}

fn level(model: &Model, new: &NewGame) -> Element {
    let choices =
        levels().iter().map(|level| choice(FormField::Level, &level.name, &level.name, new.level == level.name, false));
    let chosen = levels().iter().find(|level| level.name == new.level);
    let about =
        chosen.map(|level| model.tongue.find(&format!("level.{}", level.name)).unwrap_or_else(|| level.about.clone()));
    group(model.tongue.say("level"), about, choices.collect())
}

fn seats(model: &Model, new: &NewGame) -> Element {
    let texts = new.game.texts(model.tongue.language);
    let names = &new.game.info().seat_names[..usize::from(new.seats)];
    let places = names.iter().enumerate().map(|(index, name)| {
        let words = if new.first == Some(index as u8) {
            format!("{} · {}", texts.seat(name), model.tongue.say("seat.first"))
        } else {
            texts.seat(name)
        };
        choice(FormField::Seat, &index.to_string(), &words, new.seat == Some(index as u8), false)
    });
    let chance = choice(FormField::Seat, "chance", &model.tongue.say("seat.chance"), new.seat.is_none(), false);
    group(model.tongue.say("seat"), None, places.chain([chance]).collect())
}

/// The players of a match with more than two seats: one choice for each seat.
fn sitting(model: &Model, new: &NewGame) -> Element {
    let texts = new.game.texts(model.tongue.language);
    let names = new.game.info().seat_names.iter().zip(&new.others).zip(0..);
    let rows = names.map(|((name, sitter), seat)| {
        let field = Field::from(FormField::Sitter(usize::from(seat)));
        let (id, you) = (field.id(), new.seat == Some(seat));
        let entry = |sits: Sits, words: String, chosen: bool| {
            el("option").attr("value", written_value(&sits)).flag("selected", chosen).text(words)
        };
        let (other, key) = match new.opponent {
            Opponent::Online => (Sitter::Link, "sits.link"),
            Opponent::Computer | Opponent::Screen => (Sitter::Screen, "sits.screen"),
        };
        let person = [
            entry(Sits::You, model.tongue.say("sits.you"), you),
            entry(other.clone().into(), model.tongue.find(key).unwrap_or_default(), !you && *sitter == other),
        ];
        let computers = levels().iter().map(|level| {
            let words = model.tongue.tell(&Message::new("sits.computer").with("level", level.name.clone()));
            let chosen = !you && *sitter == Sitter::Computer(level.name.clone());
            entry(Sits::Computer(level.name.clone()), words, chosen)
        });
        let select = el("select").attr("id", &id).sets(&field);
        el("div")
            .class("sitting")
            .key(id.clone())
            .child(seat_dot(Seat(seat)))
            .child(el("label").attr("for", &id).text(texts.seat(name)))
            .child(select.children(person.into_iter().chain(computers)))
    });
    el("fieldset").child(el("legend").text(model.tongue.say("sits"))).children(rows)
}

/// The label and the field for one's own name, which is kept for everything that others see.
pub(super) fn name_field(model: &Model) -> [Element; 2] {
    let input = el("input")
        .attr("id", "name")
        .attr("maxlength", protocol::LONGEST_NAME)
        .attr("autocomplete", "nickname")
        .sets(&Setting::Name.into())
        .attr("value", &model.settings.name);
    [el("label").attr("for", "name").text(model.tongue.say("your-name")), input]
}

pub(super) fn name(model: &Model) -> Element {
    el("div").class("field").children(name_field(model))
}

fn option(model: &Model, new: &NewGame, spec: &OptionSpec) -> Element {
    let texts = new.game.texts(model.tongue.language);
    // If chance decides the seat, this option belongs to the person, not to a seat.
    let by_chance = new.opponent == Opponent::Online && new.seat.is_none() && spec.seat.is_some();
    let legend = if by_chance { model.tongue.say("own.yours") } else { option_name(&texts, spec) };
    let value = new.options.get(spec.key).map_or("", String::as_str);
    if let Some(kit) = new.kit(spec.key) {
        let is_left = value == PICKED;
        let asks = spec.seat.is_some_and(|seat| new.is_computers(seat)) && kit.by_computer != ByComputer::Never;
        let field = Field::from(FormField::Option(spec.key.to_owned()));
        let name = field.id();
        if !asks {
            return kit::view(model, new, spec.key, legend, &kit).key(name);
        }
        let say = |key| model.tongue.say(key);
        let own = if is_left { spec.default } else { value };
        let choices = vec![
            choice(field.clone(), PICKED, &say("kit.by-computer"), is_left, false),
            choice(field, own, &say("kit.for-computer"), !is_left, false),
        ];
        let choices = group(legend.clone(), is_left.then(|| say("kit.by-computer.help")), choices);
        let kit = (!is_left).then(|| kit::view(model, new, spec.key, legend, &kit).key("kit"));
        return el("div").class("computers-kit").child(choices.key("choices")).children(kit).key(name);
    }
    option_field(model, &texts, spec, legend, value)
}

fn option_name(texts: &Texts, spec: &OptionSpec) -> String {
    find(texts, &format!("option.{}", spec.key)).unwrap_or_else(|| spec.key.to_owned())
}

/// An option outside the form for a match.
pub(super) fn plain_option(model: &Model, texts: &Texts, spec: &OptionSpec, value: &str) -> Element {
    option_field(model, texts, spec, option_name(texts, spec), value)
}

/// An option outside the form for a match, whose values have titles.
pub(super) fn titled_option(texts: &Texts, spec: &OptionSpec, value: &str, titles: &[(String, String)]) -> Element {
    let help = find(texts, &format!("option.{}.help", spec.key));
    let field = Field::from(FormField::Option(spec.key.to_owned()));
    let one = |(word, title): &(String, String)| choice(field.clone(), word, title, word == value, false);
    group(option_name(texts, spec), help, titles.iter().map(one).collect()).key(field.id())
}

fn option_field(model: &Model, texts: &Texts, spec: &OptionSpec, legend: String, value: &str) -> Element {
    let help = find(texts, &format!("option.{}.help", spec.key)).unwrap_or_default();
    let field = Field::from(FormField::Option(spec.key.to_owned()));
    let name = field.id();
    let one = |word: &str, words: &str| choice(field.clone(), word, words, word == value, false);
    let element = match spec.kind {
        OptionKind::Whole { least, most } if most - least < MOST_BUTTONS => {
            let choices = (least..=most).map(|number| one(&number.to_string(), &number.to_string()));
            group(legend, Some(help), choices.collect())
        }
        OptionKind::Whole { least, most } => {
            let input = el("input")
                .attr("type", "number")
                .attr("id", &name)
                .attr("min", least)
                .attr("max", most)
                .sets(&field)
                .attr("value", value);
            let label = el("label").attr("for", &name).text(legend);
            let beside = el("div").class("beside").child(input).child(el("p").class("small").text(help));
            el("div").class("field").child(label).child(beside)
        }
        OptionKind::Text { most, known: [] } => {
            let input = el("input").attr("id", &name).attr("maxlength", most).sets(&field).attr("value", value);
            let label = el("label").attr("for", &name).text(legend);
            let beside = el("div").class("beside").child(input).child(el("p").class("small").text(help));
            el("div").class("field").child(label).child(beside)
        }
        OptionKind::Choice(words) | OptionKind::Text { known: words, .. } => {
            // A value can have a help text of its own, which replaces the option's.
            let about = find(texts, &format!("option.{}.{value}.help", spec.key)).unwrap_or(help);
            let words = words.iter().map(|word| {
                let said = find(texts, &format!("option.{}.{word}", spec.key));
                one(word, &said.unwrap_or_else(|| (*word).to_owned()))
            });
            group(legend, Some(about), words.collect())
        }
        OptionKind::Switch => {
            let words = [one("on", &model.tongue.say("on")), one("off", &model.tongue.say("off"))];
            let choices = el("div").class("choices").children(words);
            let beside = el("div").class("beside").child(choices).child(el("p").class("small").text(help));
            el("fieldset").child(el("legend").text(legend)).child(beside)
        }
    };
    element.key(name.clone())
}
