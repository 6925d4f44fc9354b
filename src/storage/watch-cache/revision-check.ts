/**
 * Asks the store for its newest revision on behalf of many: requests that come while a call is under way share
 * the next one. A question serves exactly those who came before it was asked, so the answer is at least as new
 * as everything that had been acknowledged when they came.
 */
export class RevisionCheck {
  readonly #ask: () => Promise<number>;
  #underWay: Promise<number> | undefined;
  #next: Promise<number> | undefined;

  constructor(ask: () => Promise<number>) {
    this.#ask = ask;
  }

  newest(): Promise<number> {
    if (this.#underWay === undefined) return this.#start();
    this.#next ??= this.#underWay.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  #start(): Promise<number> {
    this.#next = undefined;
    const answer = this.#ask();
    this.#underWay = answer;
    const done = () => {
      if (this.#underWay === answer) this.#underWay = undefined;
    };
    answer.then(done, done);
    return answer;
  }
}
