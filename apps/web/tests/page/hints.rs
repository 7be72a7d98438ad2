//! Hints: a whole move, in words, drawn on the board, to be played or dismissed.

use sixfold_web::Effect;

use crate::harness::{Page, found, text_of};

#[test]
fn probe() {
    for game in catalog::GAMES {
        let key = game.info().key;
        let setup = match key {
            "hex-ships" => "scenario=passing",
            "hexoust" => "base=5",
            "hexlock" => "memory=off",
            "influence" => "board=compact",
            _ => "players=2",
        };
        let game = catalog::find(key).unwrap();
        let mut page = found(key, setup, |table| table.events() < 30 && table.events() > 10);
        let _ = game;
        page.click("take-over");
        page.click("hint");
        let start = std::time::Instant::now();
        let mut steps = 0;
        while page.let_think() {
            steps += 1;
        }
        println!("{key}: {steps} thoughts, {:?}", start.elapsed());
        println!("   {}", page.model.told);
        println!("   {}", text_of(&page.html(), "data-story", "</div>"));
    }
}
