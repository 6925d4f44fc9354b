/** Milliseconds of work after which everything else has its turn. */
const maxTurn = 4;

/**
 * Small pieces of work, in order, a few milliseconds of them in one iteration of the event loop: however many come at
 * the same time, between any two turns sockets are read and other answers go out.
 */
export class TurnQueue {
  #tasks: (() => void)[] = [];
  #done = 0;
  #isScheduled = false;

  /** A task takes a millisecond or so, and must not throw. */
  add(task: () => void): void {
    this.#tasks.push(task);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    const end = performance.now() + maxTurn;
    do this.#tasks[this.#done++]!();
    while (this.#done < this.#tasks.length && performance.now() < end);
    this.#isScheduled = this.#done < this.#tasks.length;
    if (this.#isScheduled) {
      // What was done is dropped now and then: shifting a long array for each task would be slow.
      if (this.#done > 1024 && this.#done * 2 > this.#tasks.length) this.#drop();
      setImmediate(() => this.#turn());
    } else this.#drop();
  }

  #drop(): void {
    this.#tasks = this.#tasks.slice(this.#done);
    this.#done = 0;
  }
}
