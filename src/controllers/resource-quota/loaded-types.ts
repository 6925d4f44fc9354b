import type { Objects } from '../../api/meta/lister.ts';
import { type GroupResource, groupResourceText } from '../../api/meta/status.ts';

/**
 * Which types of objects the caches are known to have. One that is asked for the first time may be empty for a while,
 * and looks as if nothing were used.
 */
export class LoadedTypes {
  readonly #objects: Objects;
  readonly #loaded = new Set<string>();

  constructor(objects: Objects) {
    this.#objects = objects;
  }

  /** Resolves when all of these are there. */
  async load(types: readonly GroupResource[]): Promise<void> {
    for (const type of types) {
      const name = groupResourceText(type);
      if (this.#loaded.has(name)) continue;
      await this.#objects.lister(type).waitUntilFresh();
      this.#loaded.add(name);
    }
  }
}
