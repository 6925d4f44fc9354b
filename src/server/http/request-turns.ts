/** Requests that begin in one turn of the event loop. */
const maxBatch = 32;

/**
 * Requests that begin however long turns take. A request works for 2 ms at most before it lets others run (see
 * Pacer), so these few cannot be why turns are long: lists that are on their way make each turn last 10 ms.
 */
const minBatch = 8;

/** Requests of one connection among them. */
const maxOfConnection = 8;

/** Milliseconds: after a longer turn, fewer requests begin in the next one. */
const maxTurn = 10;

/** A connection with so many waiting requests is not read. */
const maxWaiting = 4;

type Task = () => void;

/** A connection. */
export interface RequestSource {
  /** The turn in which its latest request began without waiting, and how many did in that turn. Here for speed. */
  turn: number;
  begunInTurn: number;
  pauseReading(): void;
  resumeReading(): void;
}

/**
 * Spreads the begin of requests over turns of the event loop. A few connections can bring thousands of requests at once,
 * which Node would begin in one turn. Here so many begin in a turn, fewer the longer turns take; the rest wait, and
 * connections take turns. A connection with waiting requests is not read, because parsing costs as well. Under usual loads
 * no request waits.
 */
export class RequestTurns {
  readonly #now: () => number;
  /** Waiting requests by connection, in the order of the connections' turns. */
  readonly #waiting = new Map<RequestSource, Task[]>();
  #batch = maxBatch;
  /** Requests begun in this turn. */
  #begun = 0;
  #isScheduled = false;
  #turnBegan = 0;
  /** The number of this turn of the event loop. */
  #turn = 0;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Begins a request of the connection, now or in a later turn. */
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
    this.#batch = took > maxTurn ? Math.max(minBatch, this.#batch / 4) : Math.min(maxBatch, this.#batch * 2);
    for (const [connection, tasks] of this.#waiting) {
      if (this.#begun >= this.#batch) return;
      this.#waiting.delete(connection);
      const task = tasks.shift();
      // Set again, the connection comes last, in this same loop: alone, it gets the whole batch.
      if (tasks.length > 0) this.#waiting.set(connection, tasks);
      else connection.resumeReading();
      this.#start(task!);
    }
  }
}
