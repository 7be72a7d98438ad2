//! A page without a browser: tests send events. Effects are recorded, and simple ones are performed.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use catalog::{Position, Request};
use game::{Commitment, Exit, Moment, Pledge, Seat, Seed, Share, ShareCommitment, Viewer};
use serde_json::{Value, json};
use sixfold_web::press::{Field, FormField, Press, TablePress};
use sixfold_web::thinker::{Jobs, Workshop};
use sixfold_web::{
    Effect, Element, Event, Fetch, Focus, Key, Model, Node, SocketNews, Start, ThinkJob, Timer, WorkerNews, update,
    view,
};

use crate::tree;

pub(crate) struct Page {
    pub(crate) model: Model,
    pub(crate) now: f64,
    /// The effects that were neither performed nor taken yet.
    pub(crate) asked: Vec<Effect>,
    /// Whether dice stay in the air until a test makes them land.
    pub(crate) dice_fall: bool,
    /// Whether texts about the games wait until a test lets them arrive.
    pub(crate) texts_wait: bool,
}

/// The texts about the games by their paths, made from the sources as `cargo xtask web` makes them.
static CONTENT: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let files = content::files(Path::new("../..")).unwrap();
    files.into_iter().map(|file| (format!("content/{}", file.path), file.text)).collect()
});

/// A server's answer to a request for a text about a game.
pub(crate) fn served(path: &str) -> (u16, String) {
    CONTENT.get(path).map_or((404, String::new()), |text| (200, text.clone()))
}

impl Page {
    pub(crate) fn open(hash: &str, stored: Vec<(String, String)>) -> Self {
        Self::open_with(hash, stored, false)
    }

    /// Opens the page while texts about the games do not arrive.
    pub(crate) fn open_without_texts(hash: &str) -> Self {
        Self::open_with(hash, Vec::new(), true)
    }

    fn open_with(hash: &str, stored: Vec<(String, String)>, texts_wait: bool) -> Self {
        let mut page = Self { model: Model::new(7), now: 0.0, asked: Vec::new(), dice_fall: false, texts_wait };
        let address = "http://localhost/".to_owned();
        let (hash, language) = (hash.to_owned(), "en".to_owned());
        page.tell(Event::Start(Start {
            hash,
            address,
            language,
            texts: None,
            stored,
            secrets: Some([7; 32]),
            workers: true,
            still: false,
        }));
        page
    }

    /// Sends an event. Navigation and most timers are performed; other effects are recorded.
    pub(crate) fn tell(&mut self, event: Event) {
        self.now += 1.0;
        for effect in update(&mut self.model, self.now, event) {
            match effect {
                Effect::Navigate(hash) => self.tell(Event::Route(hash)),
                Effect::Timer(timer @ (Timer::Previews | Timer::Replayed), _)
                | Effect::Timer(timer @ Timer::Demos, 0) => {
                    self.tell(Event::Timer(timer));
                }
                Effect::Timer(timer @ Timer::Motion(_), _) if !self.dice_fall => self.tell(Event::Timer(timer)),
                Effect::Fetch(Fetch::Content(path), ..) if !self.texts_wait => {
                    let answer = Some(served(&path));
                    self.tell(Event::Fetched(Fetch::Content(path), answer));
                }
                Effect::Fetch(Fetch::Texts(language), path, _) if !self.texts_wait => {
                    let answer = Some(served(&path));
                    self.tell(Event::Fetched(Fetch::Texts(language), answer));
                }
                other => self.asked.push(other),
            }
        }
    }

    pub(crate) fn click(&mut self, press: impl Into<Press>) {
        self.tell(Event::Click { press: press.into(), touch: false });
    }

    pub(crate) fn tap(&mut self, press: impl Into<Press>) {
        self.tell(Event::Click { press: press.into(), touch: true });
    }

    pub(crate) fn key(&mut self, name: &str) {
        self.tell(Event::Key(Key { name: name.to_owned(), focus: Focus::Place, repeated: false }));
    }

    pub(crate) fn set(&mut self, field: impl Into<Field>, value: &str) {
        self.tell(Event::Set(field.into(), value.to_owned()));
    }

    pub(crate) fn hear(&mut self, said: &Value) {
        self.tell(Event::Socket(SocketNews::Heard(said.to_string())));
    }

    /// The effects since the last call.
    pub(crate) fn take(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.asked)
    }

    /// The messages to the server since effects were last taken.
    pub(crate) fn take_said(&mut self) -> Vec<Value> {
        let said = |effect: Effect| match effect {
            Effect::Send(text) => Some(serde_json::from_str(&text).unwrap()),
            _ => None,
        };
        self.take().into_iter().filter_map(said).collect()
    }

    /// Lets the computer think like the worker does. Returns whether the page asked for that.
    pub(crate) fn let_think(&mut self) -> bool {
        let Some(job) = self.begin_to_think() else { return false };
        let mut thinker = Workshop::default().begin(&Jobs::default().write(&job)).unwrap();
        while thinker.go_on() < 1.0 {
            self.tell(Event::Worker(WorkerNews::Progress(job.job, 0.5)));
        }
        let value = thinker.value();
        self.tell(Event::Worker(WorkerNews::Decided(job.job, thinker.decide(), value)));
        true
    }

    /// Ends the pause before the computer thinks. The job is what it thinks about, if anything.
    pub(crate) fn begin_to_think(&mut self) -> Option<ThinkJob> {
        let asked = self.take();
        if asked.iter().any(|effect| matches!(effect, Effect::Timer(Timer::Think, _))) {
            self.tell(Event::Timer(Timer::Think));
        }
        let jobs = asked.into_iter().chain(self.take()).filter_map(|effect| match effect {
            Effect::Think(job) => Some(job),
            _ => None,
        });
        jobs.last()
    }

    /// The page as a tree. The parts that were kept of the last drawing are the same as new ones.
    pub(crate) fn tree(&self) -> Element {
        let drawn = view(&self.model);
        self.model.visit.kept_turns.forget();
        self.model.visit.kept_cells.forget();
        let anew = view(&self.model);
        assert!(drawn == anew, "kept parts are out of date:\n{drawn}\n\nThe page drawn anew:\n{anew}");
        match drawn {
            Node::Element(root) => root,
            other => panic!("a page is an element and not `{other}`"),
        }
    }

    /// All elements that a selector finds; see [`tree::find_all`].
    pub(crate) fn all(&self, selector: &str) -> Vec<Element> {
        tree::find_all(&self.tree(), selector).into_iter().cloned().collect()
    }

    pub(crate) fn has(&self, selector: &str) -> bool {
        !tree::find_all(&self.tree(), selector).is_empty()
    }

    /// Panics unless a selector finds an element.
    pub(crate) fn shows(&self, selector: &str) {
        assert!(self.has(selector), "`{selector}` must be in: {}", self.html());
    }

    /// Panics if a selector finds an element. A test of the sources requires a `shows` with the same selector
    /// elsewhere, so that a renamed class or attribute cannot make this check pass for ever.
    pub(crate) fn lacks(&self, selector: &str) {
        assert!(!self.has(selector), "`{selector}` must not be in: {}", self.html());
    }

    /// Whether these words are on the page, as text or as a label for screen readers.
    pub(crate) fn has_words(&self, words: &str) -> bool {
        tree::sentences(&self.tree()).iter().any(|sentence| sentence.contains(words))
    }

    /// Panics unless these words are on the page.
    pub(crate) fn says(&self, words: &str) {
        assert!(self.has_words(words), "«{words}» must be in: {}", self.html());
    }

    /// Panics if these words are on the page. A test of the sources requires a `says` with the same words elsewhere.
    pub(crate) fn does_not_say(&self, words: &str) {
        assert!(!self.has_words(words), "«{words}» must not be in: {}", self.html());
    }

    /// The first element that a selector finds.
    pub(crate) fn first(&self, selector: &str) -> Element {
        self.all(selector).into_iter().next().unwrap_or_else(|| panic!("`{selector}` is not in: {}", self.html()))
    }

    /// All elements that send this press when they are clicked.
    pub(crate) fn pressing(&self, press: impl Into<Press>) -> Vec<Element> {
        let press = press.into();
        let mut all = self.all("[data-do]");
        all.retain(|element| pressed(element) == press);
        all
    }

    /// The button with these words.
    pub(crate) fn button(&self, words: &str) -> Option<Element> {
        self.all("button").into_iter().find(|button| tree::words(button) == words)
    }

    pub(crate) fn html(&self) -> String {
        view(&self.model).to_string()
    }

    /// The text of the heading.
    pub(crate) fn title(&self) -> String {
        let html = self.html();
        let rest = html.split_once("id=\"title\" tabindex=\"-1\">").expect("the page has no heading").1;
        rest.split_once("</h1>").unwrap().0.to_owned()
    }

    /// The text under the board, one line for each sentence or moment.
    pub(crate) fn story(&self) -> String {
        let html = self.html();
        let rest = html.split_once("data-story").expect("no text under the board").1;
        let told = rest.split_once("</div>").unwrap().0;
        let lines = told.split("<p>").skip(1).map(|line| {
            let line = line.split_once("</p>").unwrap().0;
            line.rsplit_once("<span>").map_or(line, |(_, words)| words.split_once('<').unwrap().0).to_owned()
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The names of the places that can be picked.
    pub(crate) fn open_places(&self) -> Vec<String> {
        let html = self.html();
        let open = html.split("class=\"b-place b-open\"").skip(1);
        open.map(|rest| rest.split_once("data-place=\"").unwrap().1.split('"').next().unwrap().to_owned()).collect()
    }

    pub(crate) fn stored(&self) -> Vec<(String, String)> {
        self.model.stored.iter().map(|(key, value)| (key.clone(), value.clone())).collect()
    }
}

/// The press that an element sends when it is clicked.
pub(crate) fn pressed(element: &Element) -> Press {
    let text = element.get("data-do").unwrap_or_else(|| panic!("cannot be clicked: {element}"));
    Press::read(text).unwrap_or_else(|| panic!("`{text}` is no press"))
}

pub(crate) fn pick(place: &str) -> TablePress {
    TablePress::Pick(place.to_owned())
}

pub(crate) fn play(action: &str) -> TablePress {
    TablePress::Play(action.to_owned())
}

pub(crate) fn option(key: &str) -> FormField {
    FormField::Option(key.to_owned())
}

/// The text between the first `from` and the next `to`, or up to the end.
pub(crate) fn text_of<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let rest = text.split_once(from).unwrap_or_else(|| panic!("`{from}` is not in: {text}")).1;
    rest.split_once(to).map_or(rest, |(found, _)| found)
}

pub(crate) fn at_one_screen(game: &str) -> Page {
    let mut page = Page::open(&format!("#/new/{game}"), Vec::new());
    page.set(FormField::Opponent, "screen");
    page.click(Press::Begin);
    page
}

pub(crate) fn against_the_computer(game: &str, level: &str, seat: &str) -> Page {
    let mut page = Page::open(&format!("#/new/{game}"), Vec::new());
    page.set(FormField::Level, level);
    page.set(FormField::Seat, seat);
    page.click(Press::Begin);
    page
}

/// The server's side of a match. Every viewer gets only their own view.
pub(crate) struct Host {
    pub(crate) game_match: Box<dyn catalog::DynMatch>,
    game: &'static str,
    setup: String,
    names: Vec<&'static str>,
}

impl Host {
    /// A table of Hexlock with Ann and Bo, seen by this seat or, without a seat, by a spectator.
    pub(crate) fn seated(you: Option<u8>) -> (Page, Self) {
        Self::seated_with(you, "memory=off")
    }

    pub(crate) fn seated_with(you: Option<u8>, setup: &str) -> (Page, Self) {
        Self::seated_at("hexlock", setup, &["Ann", "Bo"], you)
    }

    /// A table of any game with these players.
    pub(crate) fn seated_at(game: &'static str, setup: &str, names: &[&'static str], you: Option<u8>) -> (Page, Self) {
        let found = catalog::find(game).unwrap();
        let game_match = found.start(found.setup([setup]).unwrap(), Seed::number(1).into()).unwrap();
        let host = Self { game_match, game, setup: setup.to_owned(), names: names.to_vec() };
        let stored = you.map(|you| ("sixfold.table.abc".to_owned(), agreed(game, Seat(you), names.len() as u8)));
        let mut page = Page::open("#/t/abc", stored.into_iter().collect());
        page.tell(Event::Socket(SocketNews::Opened));
        page.hear(&host.welcome(you, true));
        (page, host)
    }

    pub(crate) fn welcome(&self, you: Option<u8>, begun: bool) -> Value {
        let (start, first) = self.game_match.start(viewer(you));
        let start = start.view();
        let seat = |name: &str| json!({ "name": name, "here": true, "share": "cd".repeat(32) });
        json!({
            "type": "welcome", "version": protocol::VERSION, "table": "abc", "game": self.game, "setup": self.setup, "you": you,
            "seats": self.names.iter().map(|name| seat(name)).collect::<Vec<_>>(), "watching": 0, "commitment": "ab".repeat(32), "begun": begun,
            "start": start, "first_actor": first, "seq": 0, "moments": [], "next": null,
        })
    }

    pub(crate) fn play(&mut self, action: &str, you: Option<u8>) -> Value {
        let actor = self.game_match.actor().unwrap();
        let request = Request::Play { seat: actor, action };
        told(self.game_match.carry_out(&request, &[viewer(you)]).unwrap())
    }

    /// Plays the first legal action.
    pub(crate) fn play_any(&mut self, you: Option<u8>) -> Value {
        let action = self.game_match.legal()[0].clone();
        self.play(&action, you)
    }

    pub(crate) fn exit(&mut self, exit: Exit, you: Option<u8>) -> Value {
        told(self.game_match.carry_out(&Request::Exit(exit), &[viewer(you)]).unwrap())
    }
}

/// A table as it is stored by a page that has agreed on the dice. All seats give the same share, as those of a [`Host`] do.
pub(crate) fn agreed(game: &str, you: Seat, seats: u8) -> String {
    let (promise, share) = (Commitment([0xab; 32]), Share([0xcd; 32]));
    let mut pledge = Pledge::new(promise, you, share);
    let told: Vec<_> = Seat::first(seats).map(|seat| Some(ShareCommitment::to(&promise, seat, &share))).collect();
    pledge.open(&told).expect("all have committed");
    json!({ "game": game, "key": "secret", "seat": 0, "updated": 1.0, "pledge": pledge }).to_string()
}

/// The message with which a server reports a moment to a viewer.
pub(crate) fn told(moments: Vec<Moment<Box<dyn Position>>>) -> Value {
    let moment = moments.into_iter().next().expect("one viewer is told one moment");
    let mut message = serde_json::to_value(moment.map_view(|position| position.view())).unwrap();
    message["type"] = json!("moment");
    message
}

fn viewer(you: Option<u8>) -> Viewer {
    you.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)))
}

/// The latest wanted position of the first of forty random matches that has one, with people on all seats.
pub(crate) fn found(game: &str, setup: &str, wanted: impl Fn(&dyn catalog::DynMatch) -> bool) -> Page {
    let game = catalog::find(game).unwrap();
    for seed in 0..40 {
        let mut client = game.random_match(game.setup(setup.split(' ')).unwrap(), seed).unwrap();
        while client.undo() {
            if client.actor().is_some() && wanted(&*client) {
                return resumed(&*client);
            }
        }
    }
    panic!("none of forty matches has the wanted position");
}

/// A page that continues this match, with people at one screen.
pub(crate) fn resumed(client: &dyn catalog::DynMatch) -> Page {
    let saved = json!({
        "game": client.info().key, "players": vec!["person"; usize::from(client.seats())],
        "record": client.record().to_string(), "updated": 1.0, "actions": client.events(), "over": client.is_over(),
    });
    Page::open("#/local/found", vec![("sixfold.local.found".to_owned(), saved.to_string())])
}

/// A battle of two people at one screen, whose ships are already on the map.
pub(crate) fn battle() -> Page {
    let mut page = Page::open("#/new/hex-ships", Vec::new());
    page.set(FormField::Opponent, "screen");
    page.set(option("scenario"), "passing");
    page.click(Press::Begin);
    page
}
