// Rule sets as a designer has them: folders with files.

import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SHIPS = new URL("../../../games/hex-ships/data/", import.meta.url);

/** The set `rim` of Hex Ships: its only campaign is «The Rim», and all hulls have one point. */
export class RimRules {
  static async write() {
    const rules = new RimRules();
    rules.folder = await mkdtemp(join(tmpdir(), "sixfold-rules-"));
    for (const name of (await readdir(SHIPS)).filter((name) => name.endsWith(".toml"))) {
      const text = await readFile(new URL(name, SHIPS), "utf8");
      if (name.startsWith("campaign-") && name !== "campaign-frontier.toml") continue;
      const changed = text
        .replace('name = "standard"', 'name = "rim"')
        .replaceAll(/^structure = \d+/gm, "structure = 1")
        .replaceAll("The Frontier", "The Rim")
        .replaceAll("frontier", "rim");
      await writeFile(join(rules.folder, name.replace("frontier", "rim")), changed);
    }
    return rules;
  }

  async stop() {
    await rm(this.folder, { recursive: true, force: true });
  }
}
