/** Deleted objects that something uses, by namespace: what happens to pods elsewhere is not looked at. */
export class WaitingNames {
  readonly #names = new Map<string, Set<string>>();

  of(namespace: string): ReadonlySet<string> {
    return this.#names.get(namespace) ?? none;
  }

  set(namespace: string, name: string, isWaiting: boolean): void {
    const names = this.#names.get(namespace) ?? new Set();
    if (isWaiting) this.#names.set(namespace, names.add(name));
    else if (names.delete(name) && names.size === 0) this.#names.delete(namespace);
  }
}

const none: ReadonlySet<string> = new Set();
