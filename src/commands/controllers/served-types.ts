import { isDeepStrictEqual } from 'node:util';
import { type GroupResource, groupResourceText } from '../../api/meta/status.ts';
import { readTypes } from '../../client/api/aggregated-discovery.ts';
import type { ApiClient } from '../../client/api/api-client.ts';
import { nothingKnown, preferredResources, withKept } from '../../client/api/discovery.ts';
import type { ResourceType } from '../../client/api/resource-client.ts';
import { PeriodicTask } from '../../util/periodic-task.ts';

/** Milliseconds between two looks. */
const every = 30_000;

/** In which version each resource type is read: as the server prefers it now. */
export class ServedTypes {
  readonly #client: ApiClient;
  readonly #changed: () => void;
  readonly #task: PeriodicTask;
  readonly #closing = new AbortController();
  #served = nothingKnown;
  #types: ReadonlyMap<string, ResourceType> = new Map();

  /** `changed` is called after a look that found something else. */
  constructor(client: ApiClient, changed: () => void, warn: (message: string) => void) {
    this.#client = client;
    this.#changed = changed;
    const failed = ({ message }: Error): void => {
      if (!this.#closing.signal.aborted) warn(`served types: ${message}`);
    };
    this.#task = new PeriodicTask(() => this.look(), every, failed);
  }

  /** Undefined while the type is not served. */
  readonly typeOf = ({ group, resource }: GroupResource): ResourceType | undefined =>
    this.#types.get(groupResourceText({ group, resource }));

  /** Looks now. Rejects when the server does not say what it serves. Types whose group cannot be read stay. */
  async look(): Promise<void> {
    const types = new Map<string, ResourceType>();
    this.#served = withKept(this.#served, await readTypes(this.#client, this.#closing.signal));
    for (const { group, version, resource } of preferredResources(this.#served)) {
      types.set(groupResourceText({ group, resource }), { group, version, resource });
    }
    const isSame = isDeepStrictEqual(types, this.#types);
    this.#types = types;
    if (!isSame) this.#changed();
  }

  /** Looks again from time to time. */
  start(): void {
    this.#task.start();
  }

  close(): Promise<void> {
    this.#closing.abort();
    return this.#task.close();
  }
}
