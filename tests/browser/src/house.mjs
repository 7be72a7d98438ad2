// The environment of a test file: a host that serves the page, a browser, and the people who use it.

import assert from "node:assert/strict";
import { after, afterEach, before } from "node:test";
import { openBrowser, person } from "./browser.mjs";
import { atAddress, enter, openInvitation } from "./door.mjs";

export class House {
  #browser;
  #people = [];
  #borrowed = [];

  /** Starts host and browser before the first test and stops them after the last. All people leave after each test. */
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

  /** A person who opens the start address of this host or of another. Any error on their pages fails the test. */
  person({ door = this.url, ...device } = {}) {
    return this.#welcome((page) => enter(page, door), device);
  }

  /** A person who opens an invitation link, perhaps by another address of the same host. */
  guest(link, { via, ...device } = {}) {
    return this.#welcome((page) => openInvitation(page, link, via), device);
  }

  /** A person who types an address, in a test about that address. */
  stranger(address, why, device) {
    return this.#welcome((page) => atAddress(page, this.url + address, why), device);
  }

  async #welcome(come, device) {
    const one = await person(this.#browser, come, device);
    this.#people.push(one);
    return one;
  }

  /** Something that belongs to one test. It is stopped after the test, whether that passes or not. */
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
