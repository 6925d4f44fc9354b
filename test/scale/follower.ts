import { setTimeout as sleep } from 'node:timers/promises';
import { StatusError } from '../../src/api/meta/status.ts';
import type { ApiCaller } from '../../src/client/api/api-call.ts';
import { ResourceClient, type ResourceType } from '../../src/client/api/resource-client.ts';
import type { StoredObject } from './cluster-objects.ts';

/** Seconds of a watch, and up to as many more by chance, so that not all end at once. */
const watchSeconds = 300;
/** Milliseconds until it tries again, doubled each time that it fails again, and up to as many more by chance: as informers do. */
const firstPause = 800;
const longestPause = 30_000;

export interface Followed {
  readonly type: ResourceType;
  readonly namespace?: string;
  readonly fieldSelector?: string;
}

/** Called for each object of the first list, and for each change after it. */
export type OnChange = (object: StoredObject, isDeleted: boolean) => void;

/** Lists, then watches, and goes on where it was when a watch ends: as a client of a cluster does. */
export class Follower {
  readonly #resource: ResourceClient<StoredObject>;
  readonly #followed: Followed;
  readonly #onChange: OnChange;
  readonly #signal: AbortSignal;
  readonly #synced = Promise.withResolvers<void>();
  /** Lists after the first one: what it missed in between was no longer known to the server. */
  relists = -1;

  constructor(client: ApiCaller, followed: Followed, signal: AbortSignal, onChange: OnChange) {
    this.#resource = new ResourceClient<StoredObject>(client, followed.type);
    this.#followed = followed;
    this.#onChange = onChange;
    this.#signal = signal;
    void this.#run();
  }

  /** Resolves after the first list. */
  synced(): Promise<void> {
    return this.#synced.promise;
  }

  async #run(): Promise<void> {
    let revision: string | undefined;
    let pause = firstPause;
    while (!this.#signal.aborted) {
      try {
        revision ??= await this.#list();
        for await (const { type, object } of this.#watch(revision)) {
          revision = object.metadata.resourceVersion!;
          pause = firstPause;
          if (type !== 'BOOKMARK') this.#onChange(object, type === 'DELETED');
        }
      } catch (error) {
        if (error instanceof StatusError && error.code === 410) revision = undefined;
        if (!this.#signal.aborted) await sleep(pause * (1 + Math.random()));
        pause = Math.min(longestPause, pause * 2);
      }
    }
  }

  async #list(): Promise<string> {
    const { namespace = '', fieldSelector } = this.#followed;
    const selection = fieldSelector === undefined ? {} : { fieldSelector };
    const list = await this.#resource.list(namespace, { ...selection, resourceVersion: '0' }, this.#signal);
    this.relists++;
    for (const object of list.items) this.#onChange(object, false);
    this.#synced.resolve();
    return list.metadata.resourceVersion!;
  }

  #watch(resourceVersion: string): ReturnType<ResourceClient<StoredObject>['watch']> {
    const { namespace = '', fieldSelector } = this.#followed;
    const timeoutSeconds = Math.round(watchSeconds * (1 + Math.random()));
    const selection = fieldSelector === undefined ? {} : { fieldSelector };
    const query = { ...selection, resourceVersion, timeoutSeconds, allowWatchBookmarks: true };
    return this.#resource.watch(namespace, query, this.#signal);
  }
}
