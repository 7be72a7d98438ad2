//! One file a command.

mod backup;
mod bench;
mod bench_memory;
mod bench_relay;
mod bench_server;
mod campaign;
mod ending;
mod games;
mod health;
mod learn;
mod luck;
mod perft;
mod play;
mod playout;
mod record;
mod rules;
mod serve;
mod serve_check;
mod ships;
mod solve;
mod store;
mod trace;
mod verify;
mod worker;

use catalog::{DynGame, RuledGame};
use game::Setup;

use crate::cli::{Cli, Command, GameArgs, ShipsCommand};
use crate::failure::Failure;
use crate::output::Output;
use crate::rule_sets;

pub(crate) fn run(cli: &Cli) -> Result<(), Failure> {
    let mut output = match &cli.command {
        // A game on the screen writes to standard output itself. A lock that is held here would block it.
        Command::Play(args) => return play::run(args, cli.json),
        Command::Learn(args) => return learn::run(args, cli.json),
        Command::Ships(ShipsCommand::Campaign(args)) => return campaign::run(args, cli.json),
        // A server prints its address and then runs on. A buffer here would hold the address back until the end.
        Command::Serve(args) => return serve::run(args, cli.json),
        Command::Worker(args) => return worker::run(args, cli.json),
        _ => Output::new(cli.json),
    };
    let done = match &cli.command {
        Command::Play(_)
        | Command::Learn(_)
        | Command::Serve(_)
        | Command::Worker(_)
        | Command::Ships(ShipsCommand::Campaign(_)) => Ok(()),
        Command::Playout(args) => playout::run(args, &mut output),
        Command::Trace(args) => trace::run(args, &mut output),
        Command::Verify(args) => verify::run(args, &mut output),
        Command::Luck(args) => luck::run(args, &mut output),
        Command::Perft(args) => perft::run(args, &mut output),
        Command::Solve(args) => solve::run(args, &mut output),
        Command::Ships(ShipsCommand::Balance(args)) => ships::balance(args, &mut output),
        Command::Bench(command) => bench::run(command, &mut output),
        Command::Health { url } => health::run(url, &mut output),
        Command::Store(command) => store::run(command, &mut output),
        Command::Backup(args) => backup::back_up(args, &mut output),
        Command::Restore(args) => backup::restore(args, &mut output),
        Command::Games => games::run(&mut output),
        Command::Rules { game } => rules::run(game, &mut output),
    };
    // The output from before a failure is printed too.
    output.flush().and(done)
}

fn find_game(key: &str) -> Result<&'static dyn DynGame, Failure> {
    catalog::find(key).ok_or_else(|| {
        let known: Vec<_> = catalog::GAMES.iter().map(|game| game.info().key).collect();
        Failure::Input(format!("there is no game `{key}`; there is {}", known.join(", ")))
    })
}

/// The game with the rule set that `--rules` names, or with the built-in one.
fn find_ruled_game(args: &GameArgs) -> Result<RuledGame, Failure> {
    let game = find_game(&args.game)?;
    args.rules.as_deref().map_or(Ok(game.into()), |folder| rule_sets::load(game, folder))
}

fn find_setup(args: &GameArgs) -> Result<(RuledGame, Setup), Failure> {
    let game = find_ruled_game(args)?;
    let setup = game.setup(args.options.iter().map(String::as_str))?;
    Ok((game, setup))
}
