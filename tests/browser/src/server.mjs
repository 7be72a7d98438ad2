// The real server, started for a test and stopped after it.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { connect, createServer as createLine } from "node:net";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** The binary with the page inside; `cargo xtask test` says where it is. */
const BINARY = process.env.SIXFOLD_BINARY ?? "../../target/debug/sixfold";
/** The page as a folder. */
const STATIC_FOLDER = process.env.SIXFOLD_WEB ?? "../../target/web";

/** A server with a data folder of its own, which outlives `kill`. */
export class Server {
  /** With `clock`, the time that people have to come back stands still but for `advance`. */
  static async start({ clock = false } = {}) {
    const server = new Server();
    server.clock = clock;
    server.data = await mkdtemp(join(tmpdir(), "sixfold-"));
    await server.run("127.0.0.1:0");
    return server;
  }

  async run(address) {
    const clock = this.clock ? ["--clock-from-stdin"] : [];
    this.process = spawn(BINARY, ["serve", "--addr", address, "--data-dir", this.data, "--json", ...clock], {
      stdio: [this.clock ? "pipe" : "ignore", "pipe", "inherit"],
    });
    const lines = createInterface({ input: this.process.stdout });
    const [first] = await Promise.race([
      once(lines, "line"),
      once(this.process, "exit").then(([code]) => Promise.reject(new Error(`the server left with ${code}`))),
    ]);
    this.address = JSON.parse(first).addr;
    this.url = `http://${this.address}/`;
  }

  /** Hands the server so many seconds. */
  advance(seconds) {
    this.process.stdin.write(`advance ${seconds}\n`);
  }

  /** What a power cut does. */
  async kill() {
    const gone = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await gone;
  }

  /** The same address and the same data again. */
  async restart() {
    await this.run(this.address);
  }

  async stop() {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}

/** A line to a server that can be cut, as when a phone sleeps: what was open breaks, and nothing new gets through. */
export class Cable {
  static async to(server) {
    const cable = new Cable();
    cable.open = new Set();
    cable.whole = true;
    cable.listener = createLine((near) => {
      if (!cable.whole) return near.destroy();
      const [host, port] = server.address.split(":");
      const far = connect(Number(port), host);
      for (const [one, other] of [[near, far], [far, near]]) {
        cable.open.add(one);
        one.on("error", () => {}).on("close", () => other.destroy() && cable.open.delete(one));
        one.pipe(other);
      }
    });
    cable.listener.listen(0, "127.0.0.1");
    await once(cable.listener, "listening");
    cable.url = `http://127.0.0.1:${cable.listener.address().port}/`;
    return cable;
  }

  cut() {
    this.whole = false;
    for (const end of this.open) end.destroy();
  }

  mend() {
    this.whole = true;
  }

  stop() {
    this.cut();
    this.listener.close();
  }
}

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
};

/** The page from a static folder: no server of ours anywhere. */
export async function serveFolder() {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    try {
      const file = path === "/" ? "/index.html" : path;
      const body = await readFile(join(STATIC_FOLDER, file));
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}
