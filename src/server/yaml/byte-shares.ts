/** Bytes that may wait at a time, of all users together and of each. */
export interface ByteLimits {
  readonly total: number;
  readonly perUser: number;
}

/** Counts bytes that are held for users. */
export class ByteShares {
  readonly #limits: ByteLimits;
  readonly #ofUser = new Map<string, number>();
  #total = 0;

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  /** False, with nothing taken, when that would be too much. */
  take(user: string, bytes: number): boolean {
    const own = (this.#ofUser.get(user) ?? 0) + bytes;
    if (own > this.#limits.perUser || this.#total + bytes > this.#limits.total) return false;
    this.#ofUser.set(user, own);
    this.#total += bytes;
    return true;
  }

  giveBack(user: string, bytes: number): void {
    const own = this.#ofUser.get(user)! - bytes;
    if (own === 0) this.#ofUser.delete(user);
    else this.#ofUser.set(user, own);
    this.#total -= bytes;
  }
}
