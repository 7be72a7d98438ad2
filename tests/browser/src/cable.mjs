// A connection to a server that can be cut, as when a phone sleeps.

import { once } from "node:events";
import { connect, createServer } from "node:net";

/** When it is cut, open connections break and new ones fail. */
export class Cable {
  static async to(server) {
    const cable = new Cable();
    cable.open = new Set();
    cable.whole = true;
    cable.listener = createServer((near) => {
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
