import type { Lister, Objects } from '../../api/meta/lister.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { type GroupResource, groupResourceText } from '../../api/meta/status.ts';
import type { PartialObject } from '../api/resource-client.ts';
import { Informer, type InformerOptions } from './informer.ts';

/** The objects of all resource types that controllers ask for: one informer each, shared. */
export class Informers implements Objects {
  readonly #options: InformerOptions;
  readonly #informers = new Map<string, Informer<PartialObject>>();
  #isStarted = false;
  #isClosed = false;

  constructor(options: InformerOptions) {
    this.#options = options;
  }

  /** Empty until `start`; of a type that is asked for after that, until its first list. */
  lister<T = ApiObject>(type: GroupResource): Lister<T> {
    return this.#informer(type) as unknown as Lister<T>;
  }

  start(): void {
    this.#isStarted = true;
    for (const informer of this.#informers.values()) informer.start();
  }

  /** Resolves when all types that were asked for have been listed. Stays pending as long as one cannot be. */
  async synced(): Promise<void> {
    for (const informer of this.#informers.values()) await informer.synced();
  }

  /** Types that cannot be listed yet. */
  unsynced(): string[] {
    return [...this.#informers].filter(([, { isSynced }]) => !isSynced).map(([name]) => name);
  }

  /** Which types are served, or in which versions, is not what it was. */
  typesChanged(): void {
    for (const informer of this.#informers.values()) informer.typeChanged();
  }

  /** Resolves when nothing is asked any more; no observer is called after that. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#informers.values().map((informer) => informer.close()));
  }

  #informer(type: GroupResource): Informer<PartialObject> {
    const name = groupResourceText(type);
    let informer = this.#informers.get(name);
    if (informer === undefined) {
      informer = new Informer(type, this.#options);
      this.#informers.set(name, informer);
      if (this.#isStarted && !this.#isClosed) informer.start();
    }
    return informer;
  }
}
