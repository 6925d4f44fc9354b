import type { Lister } from '../../../api/meta/lister.ts';

/** The few objects of a resource type that are marked as its default, kept at hand for every request. */
export class MarkedObjects<T> {
  readonly #marked = new Map<string, T>();
  readonly #lister: Lister<T>;
  readonly #observation: Disposable;

  constructor(lister: Lister<T>, isMarked: (object: T) => boolean) {
    this.#lister = lister;
    this.#observation = lister.observe(({ name, after }) => {
      const object = after();
      if (object !== undefined && isMarked(object)) this.#marked.set(name, object);
      else this.#marked.delete(name);
    });
  }

  /** Throws when an object cannot be read that may be one of them. */
  all(): T[] {
    this.#lister.checkKnown();
    return this.#marked.size === 0 ? [] : [...this.#marked.values()];
  }

  [Symbol.dispose](): void {
    this.#observation[Symbol.dispose]();
  }
}
