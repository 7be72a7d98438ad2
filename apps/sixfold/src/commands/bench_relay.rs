//! `sixfold bench relay`: the bare relay that a server is compared with.

use std::net::Ipv4Addr;

use serde_json::json;

use crate::cli::BenchRelayArgs;
use crate::failure::Failure;
use crate::load::relay;
use crate::output::Output;

pub(crate) fn run(args: &BenchRelayArgs, output: &mut Output) -> Result<(), Failure> {
    std::fs::create_dir_all(&args.data_dir)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let addr = listener.local_addr()?;
        output.say(&json!({ "addr": addr.to_string() }), || format!("The relay is at ws://{addr} (Ctrl-C ends it)"))?;
        output.flush()?;
        Ok(relay(listener, &args.data_dir, args.keeping).await?)
    })
}
