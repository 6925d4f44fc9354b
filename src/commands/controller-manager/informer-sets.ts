import type { ApiClient } from '../../client/api/api-client.ts';
import { Informers } from '../../client/informer/informers.ts';
import { systemPause } from '../../client/retry.ts';
import { monotonicClock } from '../../util/clock.ts';
import { systemRandom } from '../../util/random.ts';
import { ServedTypes } from '../controllers/served-types.ts';

/** Milliseconds within which the types that controllers ask for should have been listed. */
const syncTimeout = 60_000;

/** The informers of all controllers: of whole objects, and of the metadata of any type. */
export class InformerSets {
  readonly objects: Informers;
  readonly metadata: Informers;
  readonly #types: ServedTypes;
  readonly #closing = new AbortController();
  readonly #warn: (message: string) => void;

  constructor(client: ApiClient, warn: (message: string) => void) {
    this.#warn = warn;
    this.#types = new ServedTypes(client, () => this.#typesChanged(), warn);
    const { typeOf } = this.#types;
    const platform = { clock: monotonicClock, random: systemRandom, pause: systemPause };
    const shared = { client, typeOf, ...platform, warn, isStreamed: true };
    this.objects = new Informers({ ...shared, isPartial: false });
    this.metadata = new Informers({ ...shared, isPartial: true });
  }

  /** Rejects when the server does not say what it serves. */
  async prepare(): Promise<void> {
    await this.#types.look();
    this.#types.start();
  }

  /** Resolves when the types that were asked for have been listed, or the time for that is over. */
  async start(): Promise<void> {
    this.objects.start();
    this.metadata.start();
    const isOver = new AbortController();
    const { signal } = this.#closing;
    const late = systemPause(syncTimeout, AbortSignal.any([signal, isOver.signal])).then(
      () =>
        this.#warn(`not listed yet: ${[...this.objects.unsynced(), ...this.metadata.unsynced()].join(', ')}`),
      () => {},
    );
    await Promise.race([Promise.all([this.objects.synced(), this.metadata.synced()]), late]);
    isOver.abort();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([this.#types.close(), this.objects.close(), this.metadata.close()]);
  }

  #typesChanged(): void {
    this.objects.typesChanged();
    this.metadata.typesChanged();
  }
}
