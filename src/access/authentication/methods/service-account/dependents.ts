import type { TokenObjects } from './token-objects.ts';
import type { VerifiedToken } from './verified-token.ts';

/** The remembered tokens by the objects that they depend on: when one changes, its tokens are looked at again. */
export class Dependents implements Disposable {
  readonly #objects: TokenObjects;
  readonly #byObject = new Map<string, Set<VerifiedToken>>();
  readonly #observing: Disposable;

  constructor(objects: TokenObjects) {
    this.#objects = objects;
    this.#observing = objects.observe((key) => {
      for (const token of this.#byObject.get(key) ?? []) token.standsUntil = undefined;
    });
  }

  [Symbol.dispose](): void {
    this.#observing[Symbol.dispose]();
  }

  add(token: VerifiedToken): void {
    for (const key of this.#objects.keysOf(token)) {
      const tokens = this.#byObject.get(key);
      if (tokens === undefined) this.#byObject.set(key, new Set([token]));
      else tokens.add(token);
    }
  }

  remove(token: VerifiedToken): void {
    token.standsUntil = undefined;
    for (const key of this.#objects.keysOf(token)) {
      const tokens = this.#byObject.get(key);
      tokens?.delete(token);
      if (tokens?.size === 0) this.#byObject.delete(key);
    }
  }
}
