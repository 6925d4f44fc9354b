interface Waiter {
  revision: number;
  /** Whether it is the newest revision of the store that is waited for. */
  readonly isNewest: boolean;
  resolve: () => void;
}

/** Reads that wait until the caches show a revision. */
export class RevisionWaiters {
  readonly #timeout: number;
  /** In no order. */
  #waiting: Waiter[] = [];

  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Resolves with whether the revision was shown in time. */
  async wait(revision: number, isNewest: boolean): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const waiter: Waiter = { revision, isNewest, resolve: () => {} };
    const shown = new Promise<boolean>((resolve) => {
      waiter.resolve = () => resolve(true);
      timer = setTimeout(() => resolve(false), this.#timeout);
    });
    this.#waiting.push(waiter);
    const inTime = await shown;
    clearTimeout(timer);
    if (!inTime) this.#waiting = this.#waiting.filter((other) => other !== waiter);
    return inTime;
  }

  /** Everything up to this revision is shown. */
  advance(revision: number): void {
    if (this.#waiting.length === 0) return;
    const arrived = this.#waiting.filter((waiter) => waiter.revision <= revision);
    if (arrived.length === 0) return;
    this.#waiting = this.#waiting.filter((waiter) => waiter.revision > revision);
    for (const waiter of arrived) waiter.resolve();
  }

  /** Lets all that wait for the newest state take the next one that is loaded, whatever its revision. */
  takeAnyNewest(): void {
    for (const waiter of this.#waiting) if (waiter.isNewest) waiter.revision = 0;
  }
}
