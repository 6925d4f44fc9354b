/** Something that waits, and on whose behalf. */
export interface Waiting {
  readonly user: string;
}

/** A queue in which users take turns: with many entries of one user, an entry of another one still is the next but one. */
export class FairQueue<T extends Waiting> {
  /** The entries of each user who has some, in the order of the users' turns. */
  readonly #byUser = new Map<string, T[]>();

  add(entry: T): void {
    const own = this.#byUser.get(entry.user);
    if (own === undefined) this.#byUser.set(entry.user, [entry]);
    else own.push(entry);
  }

  /** False when the entry is not in the queue, or no longer. */
  remove(entry: T): boolean {
    const own = this.#byUser.get(entry.user);
    const index = own?.indexOf(entry) ?? -1;
    if (index === -1) return false;
    own!.splice(index, 1);
    if (own!.length === 0) this.#byUser.delete(entry.user);
    return true;
  }

  /** Takes the next entry; its user then has the last turn. */
  next(): T | undefined {
    for (const [user, own] of this.#byUser) {
      const entry = own.shift()!;
      this.#byUser.delete(user);
      if (own.length > 0) this.#byUser.set(user, own);
      return entry;
    }
    return undefined;
  }
}
