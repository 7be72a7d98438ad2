//! throw-away
use game::{Game, Match, Random, Seed, Setup, Dice};
use sixfold_hexoust::{HexOust, Position, Placement};
#[test]
fn search() {
    let mut dice = Dice::scripted([]);
    for base in 2..=7u8 {
        let n = if base<5 {20000} else if base==5 {5000} else {500};
        let (mut passes, mut stucks, mut games, mut acts, mut maxlen, mut chain) = (0u64,0u64,0u64,0u64,0u64,0u64);
        let mut shown=[0;2];
        let mut bestchain=0;
        for seed in 0..n {
            let mut random = Random::new(seed);
            let mut g = HexOust(Position::empty(base));
            let mut len=0; chain=0; let mut haspass=false;let mut mc=0;
            while let Some(c)=g.random_action(&mut random,&mut Vec::new()) {
                let before=g.clone();
                let quiet = g.0.placement(c)==Placement::Quiet;
                g.apply(&c,&mut dice); len+=1;
                if quiet {chain=0} else {chain+=1; mc=mc.max(chain)}
                if g.0.passed().is_some() { passes+=1; haspass=true; if shown[0]<4 && g.0.turn()<60 {shown[0]+=1; println!("PASS base {base} seed {seed} play {}\n{:?}\n{:?}", before.write(&c), before.0, g.0);} }
                if !quiet && g.0.winner().is_none() && g.0.turn()!=before.0.turn() { stucks+=1; if shown[1]<4 {shown[1]+=1; println!("STUCK base {base} seed {seed} play {}\n{:?}\n{:?}", before.write(&c), before.0, g.0);} }
            }
            games+=1; acts+=len; maxlen=maxlen.max(len);
            if mc>bestchain {bestchain=mc; println!("base {base} seed {seed} chain {mc} len {len} pass {haspass}");}
            if haspass && len<45 {println!("short pass game base {base} seed {seed} len {len}");}
        }
        println!("base {base}: games {games} mean {} max {maxlen} passes {passes} stucks {stucks}", acts/games);
    }
}
