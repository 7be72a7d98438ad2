// The real server, started before a test and stopped after it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The binary that contains the page; `cargo xtask test` sets it. */
const BINARY = process.env.SIXFOLD_BINARY ?? "../../target/debug/sixfold";
/** The same server and page by a clock that tests advance: `apps/sixfold/examples/clock_server.rs`. */
const CLOCK_SERVER = process.env.SIXFOLD_CLOCK_SERVER ?? "../../target/debug/examples/clock_server";

/** A server with its own data folder, which survives `kill`. */
export class Server {
  /**
   * With `clock`, the time that absent players have to come back passes only by `advance`. `rules` is the folder of a rule set that
   * it offers.
   */
  static async start({ clock = false, binary = BINARY, rules } = {}) {
    const server = new Server();
    server.binary = binary;
    server.clock = clock;
    server.rules = rules;
    server.data = await mkdtemp(join(tmpdir(), "sixfold-"));
    await server.run("127.0.0.1:0");
    return server;
  }

  async run(address) {
    this.process = this.clock
      ? spawn(CLOCK_SERVER, [address, this.data], { stdio: ["pipe", "pipe", "inherit"] })
      : spawn(this.binary, ["serve", "--addr", address, "--data-dir", this.data, "--json", ...this.#offer()], {
          stdio: ["ignore", "pipe", "inherit"],
        });
    const lines = createInterface({ input: this.process.stdout });
    const [first] = await Promise.race([
      once(lines, "line"),
      once(this.process, "exit").then(([code]) => Promise.reject(new Error(`the server left with ${code}`))),
    ]);
    this.address = JSON.parse(first).addr;
    this.url = `http://${this.address}/`;
  }

  /** Advances the server's clock by this many seconds. */
  advance(seconds) {
    this.process.stdin.write(`advance ${seconds}\n`);
  }

  /** The public state of the table that this link leads to. */
  async table(link) {
    return (await this.#ask(link, "")).json();
  }

  /** The record of a finished match. */
  async record(link) {
    return (await this.#ask(link, "/record")).text();
  }

  #offer() {
    return this.rules === undefined ? [] : ["--rules", this.rules];
  }

  #ask(link, what) {
    return fetch(`${this.url}api/tables/${link.split("/").pop()}${what}`);
  }

  /** Kills the process, as a power cut would. */
  async kill() {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await gone;
  }

  /** Starts the server again with the same address and the same data, perhaps with another rule set or with none. */
  async restart({ rules } = this) {
    this.rules = rules;
    await this.run(this.address);
  }

  async stop() {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}
