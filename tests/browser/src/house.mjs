// Where the tests of a file take place: something that serves the page, a browser, and whoever comes.

import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { openBrowser, person } from "./browser.mjs";
import { atAddress, enter, openInvitation } from "./door.mjs";

export class House {
  #browser;
  #people = [];
  #borrowed = [];

  /** Opens before the first test and closes after the last; after each, everybody leaves. */
  constructor(open) {
    before(async () => {
      this.host = await open();
      this.#browser = await openBrowser();
    });
    afterEach(() => this.#leave());
    after(async () => {
      await this.#browser?.close();
      await this.host?.stop();
    });
  }

  get url() {
    return this.host.url;
  }

  /** Somebody comes in by the front door, of this house or of another. Whatever goes wrong on their pages fails the test. */
  person({ door = this.url, ...device } = {}) {
    return this.#welcome((page) => enter(page, door), device);
  }

  /** Somebody comes by a link that was sent to them, perhaps by another way to the same house. */
  guest(link, { via, ...device } = {}) {
    return this.#welcome((page) => openInvitation(page, link, via), device);
  }

  /** Somebody types an address, in a test that is about that address. */
  stranger(address, why, device) {
    return this.#welcome((page) => atAddress(page, this.url + address, why), device);
  }

  async #welcome(come, device) {
    const one = await person(this.#browser, come, device);
    this.#people.push(one);
    return one;
  }

  /** Something for one test, stopped after it however it ends. */
  async borrow(opening) {
    const thing = await opening;
    this.#borrowed.push(thing);
    return thing;
  }

  async #leave() {
    const people = this.#people.splice(0);
    for (const one of people) await one.context.close();
    for (const thing of this.#borrowed.splice(0)) await thing.stop();
    assert.deepEqual(people.flatMap((one) => one.problems), []);
  }
}
