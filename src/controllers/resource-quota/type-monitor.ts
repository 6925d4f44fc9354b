import { groupResourceText } from '../../api/meta/status.ts';
import type { CountedType } from '../../api/quota/evaluators/evaluators.ts';
import { nothingKnown, preferredResources, readDiscovery, withKept } from '../../client/api/discovery.ts';
import type { WorkQueue } from '../../util/work-queue.ts';
import type { ControllerParts } from '../controller.ts';
import { keyedQueue } from '../shared/queue-controller.ts';
import { countedTypes } from './counted-types.ts';

/** Milliseconds. */
const period = 30_000;

/** Asks the server again and again which types of objects there are that quotas may bound. */
export class TypeMonitor {
  readonly #parts: ControllerParts;
  readonly #changed: (types: readonly CountedType[]) => void;
  readonly #queue: WorkQueue;
  readonly #closing = new AbortController();
  #served = nothingKnown;
  #types: readonly CountedType[] = [];

  /** `changed` is called with all types when there are others than before. */
  constructor(parts: ControllerParts, changed: (types: readonly CountedType[]) => void) {
    this.#parts = parts;
    this.#changed = changed;
    const work = (): Promise<void> => this.#read();
    this.#queue = keyedQueue({ log: parts.log, workers: 1, longestRetry: period, work });
  }

  start(): void {
    this.#queue.add('types to be counted');
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#queue.close();
  }

  async #read(): Promise<void> {
    const { client, dialect } = this.#parts;
    this.#served = withKept(this.#served, await readDiscovery(client, this.#closing.signal));
    this.#queue.addAfter('types to be counted', period);
    const types = countedTypes(preferredResources(this.#served), dialect);
    if (isSame(types, this.#types) || this.#closing.signal.aborted) return;
    this.#types = types;
    this.#changed(types);
  }
}

function isSame(some: readonly CountedType[], others: readonly CountedType[]): boolean {
  const textOf = (types: readonly CountedType[]): string =>
    types
      .map((type) => [type, ...type.aliases].map(groupResourceText).join('='))
      .sort()
      .join();
  return textOf(some) === textOf(others);
}
