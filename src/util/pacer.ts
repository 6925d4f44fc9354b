/** Milliseconds of work after which other requests have their turn. */
const maxSlice = 10;

/**
 * Milliseconds of work before the first turn. Any number of requests may begin in one iteration of the event loop, and
 * nothing else runs before each of them has had its first slice.
 */
const firstSlice = 2;

/** A look at the clock costs about as much as finding an encoding that is kept: short steps look at every sixteenth. */
const lookEvery = 16;

/**
 * Tasks that run one after the other, some milliseconds of them in one iteration of the event loop: however many are
 * added at a time, between any two slices sockets are read and responses go out.
 */
export class TurnQueue {
  #tasks: (() => void)[] = [];
  #done = 0;
  #isScheduled = false;

  /** A task takes a millisecond or so, or resumes a Pacer; it must not throw. */
  add(task: () => void): void {
    this.#tasks.push(task);
    if (!this.#isScheduled) this.#schedule();
  }

  #schedule(): void {
    this.#isScheduled = true;
    setImmediate(() => this.#run(performance.now() + maxSlice));
  }

  #run(end: number): void {
    this.#tasks[this.#done++]!();
    this.#isScheduled = this.#done < this.#tasks.length;
    // Dropping finished tasks one by one would be slow in a long queue.
    if (!this.#isScheduled || (this.#done > 1024 && this.#done * 2 > this.#tasks.length)) this.#drop();
    if (!this.#isScheduled) return;
    // Continuations that the task has resumed run first, and count.
    queueMicrotask(() => (performance.now() < end ? this.#run(end) : this.#schedule()));
  }

  #drop(): void {
    this.#tasks = this.#tasks.slice(this.#done);
    this.#done = 0;
  }
}

/**
 * Lets other requests run while one works on a large object: `await pacer.step()` between two steps of the work gives
 * up the event loop when the time slice is over, and does nothing before. Made for one request; all that share a
 * TurnQueue go on one after the other, at most one slice in each iteration.
 */
export class Pacer {
  readonly #turns: TurnQueue;
  #end = performance.now() + firstSlice;
  #steps = 0;

  constructor(turns = new TurnQueue()) {
    this.#turns = turns;
  }

  /** Whether the time slice is over. `steps`: short ones are counted, and the clock is looked at now and then. */
  isDue(steps = lookEvery): boolean {
    this.#steps += steps;
    if (this.#steps < lookEvery) return false;
    this.#steps = 0;
    return performance.now() >= this.#end;
  }

  /** Undefined while the time slice lasts; else resolves when the next one begins. */
  step(steps = lookEvery): Promise<void> | undefined {
    return this.isDue(steps) ? this.turn() : undefined;
  }

  /** A first slice begins now, for the event loop has been free meanwhile. */
  restart(): void {
    this.#end = performance.now() + firstSlice;
  }

  /**
   * Ends the time slice; resolves when the next one begins. Called from an I/O callback, the first immediate runs
   * before the poll phase: only the second lets sockets be read.
   */
  turn(): Promise<void> {
    return new Promise((resolve) => {
      const resume = (): void => {
        this.#end = performance.now() + maxSlice;
        resolve();
      };
      setImmediate(() => this.#turns.add(resume));
    });
  }
}
