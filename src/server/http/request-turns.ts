/** Requests that begin in one turn of the event loop at most. */
const maxBatch = 32;

/** … of one connection. */
const maxOfConnection = 8;

/** Milliseconds that a turn may take before fewer requests begin in the next one. */
const maxTurn = 10;

/** Requests of one connection that wait before it is read no further. */
const maxWaiting = 4;

type Task = () => void;

/** Where requests come from. */
export interface RequestSource {
  /** The turn in which its latest request began at once, and how many did in that one. Kept here for speed. */
  turn: number;
  begunInTurn: number;
  pauseReading(): void;
  resumeReading(): void;
}

/**
 * Begins requests in turns of the event loop. A few connections can bring thousands of requests at once, which would all
 * be worked on before anything else is looked at: here those beyond some wait, connections take turns, and the fewer
 * begin at a time the more each of them costs. A connection with some that wait is not read: to take requests apart costs
 * as well. Usually none ever waits.
 */
export class RequestTurns {
  readonly #now: () => number;
  /** Connections in the order in which it is their turn. */
  readonly #waiting = new Map<RequestSource, Task[]>();
  #batch = maxBatch;
  /** Requests that have begun in this turn. */
  #begun = 0;
  #isScheduled = false;
  #turnBegan = 0;
  /** The number of this turn. */
  #turn = 0;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Begins a request of the connection now, or when it is its turn. */
  begin(connection: RequestSource, task: Task): void {
    if (connection.turn !== this.#turn) {
      connection.turn = this.#turn;
      connection.begunInTurn = 0;
    }
    const isFew = this.#begun < this.#batch && connection.begunInTurn < maxOfConnection;
    if (this.#waiting.size === 0 && isFew) {
      connection.begunInTurn++;
      return this.#start(task);
    }
    const tasks = this.#waiting.get(connection);
    if (tasks === undefined) return void this.#waiting.set(connection, [task]);
    tasks.push(task);
    if (tasks.length >= maxWaiting) connection.pauseReading();
  }

  #start(task: Task): void {
    this.#begun++;
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      this.#turnBegan = this.#now();
      setImmediate(() => this.#nextTurn());
    }
    task();
  }

  #nextTurn(): void {
    this.#isScheduled = false;
    this.#begun = 0;
    this.#turn++;
    const took = this.#now() - this.#turnBegan;
    this.#batch = took > maxTurn ? Math.ceil(this.#batch / 4) : Math.min(maxBatch, this.#batch * 2);
    for (const [connection, tasks] of this.#waiting) {
      if (this.#begun >= this.#batch) return;
      this.#waiting.delete(connection);
      const task = tasks.shift();
      // A connection that is set again comes last, and within this very loop when no other one waits.
      if (tasks.length > 0) this.#waiting.set(connection, tasks);
      else connection.resumeReading();
      this.#start(task!);
    }
  }
}
