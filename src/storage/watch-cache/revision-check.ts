/**
 * Asks the store for its newest revision on behalf of many: requests that come while a call is under way share
 * the next one. A question serves exactly those who came before it was asked, so the answer is at least as new
 * as everything that had been acknowledged when they came.
 *
 * A question is asked when the event loop has handled what the sockets had to say, so that all requests that arrived
 * together share it: the more there is to do, the fewer questions are asked for each request.
 */
export class RevisionCheck {
  readonly #ask: () => Promise<number>;
  /** Settles when the question that has been asked is answered. */
  #underWay: Promise<unknown> | undefined;
  /** The question that is asked next. */
  #next: Promise<number> | undefined;

  constructor(ask: () => Promise<number>) {
    this.#ask = ask;
  }

  newest(): Promise<number> {
    this.#next ??= this.#askSoon();
    return this.#next;
  }

  async #askSoon(): Promise<number> {
    await this.#underWay;
    await new Promise((resolve) => setImmediate(resolve));
    this.#next = undefined;
    const answer = this.#ask();
    this.#underWay = answer.catch(() => {});
    return answer;
  }
}
