/** `lost`: the revision was of a history that the store holds no longer. */
export type WaitOutcome = 'shown' | 'late' | 'lost';

interface Waiter {
  revision: number;
  /** Whether it is the newest revision of the store that is waited for. */
  readonly isNewest: boolean;
  resolve: (outcome: WaitOutcome) => void;
}

/** Reads that wait until the caches show a revision. */
export class RevisionWaiters {
  readonly #timeout: number;
  /** In no order. */
  #waiting: Waiter[] = [];
  /** The newest revision of the store that did not come in time; 0 for none. */
  #missed = 0;

  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Resolves when the revision is shown, or never will be, or after the time. */
  async wait(revision: number, isNewest: boolean): Promise<WaitOutcome> {
    const { promise, resolve } = Promise.withResolvers<WaitOutcome>();
    const waiter: Waiter = { revision, isNewest, resolve };
    const timer = setTimeout(() => resolve('late'), this.#timeout);
    this.#waiting.push(waiter);
    const outcome = await promise;
    clearTimeout(timer);
    if (outcome === 'late') {
      this.#waiting = this.#waiting.filter((other) => other !== waiter);
      if (isNewest) this.#missed = Math.max(this.#missed, waiter.revision);
    }
    return outcome;
  }

  /** See `#missed`. */
  get missed(): number {
    return this.#missed;
  }

  /** Everything up to this revision is shown. */
  advance(revision: number): void {
    if (this.#waiting.length === 0) return;
    const arrived = this.#waiting.filter((waiter) => waiter.revision <= revision);
    if (arrived.length === 0) return;
    this.#waiting = this.#waiting.filter((waiter) => waiter.revision > revision);
    for (const waiter of arrived) waiter.resolve('shown');
  }

  /**
   * The store holds another history. Those that wait for the newest state take the next one that is loaded, whatever its
   * revision. A certain revision is lost: one of the same number will be another write, and what its client goes on with
   * from there would be of both histories.
   */
  loseHistory(): void {
    this.#missed = 0;
    const lost = this.#waiting.filter((waiter) => !waiter.isNewest);
    this.#waiting = this.#waiting.filter((waiter) => waiter.isNewest);
    for (const waiter of this.#waiting) waiter.revision = 0;
    for (const waiter of lost) waiter.resolve('lost');
  }
}
