import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiObject } from '../../src/api/meta/metadata.ts';
import { ApiClient } from '../../src/client/api/api-client.ts';
import type { HttpWire } from '../../src/client/api/http-wire.ts';
import { Informers } from '../../src/client/informer/informers.ts';
import { systemPause } from '../../src/client/retry.ts';
import { monotonicClock } from '../../src/util/clock.ts';
import { systemRandom } from '../../src/util/random.ts';
import type { Access } from './caller.ts';
import type { FailedRead } from './reader.ts';
import { parseEvent, WatchRequest } from './watch-request.ts';
import type { EventType, SeenEvent } from './writes.ts';

/** Follows the ConfigMaps of one namespace from its beginning on. */
export interface Watcher {
  readonly events: readonly SeenEvent[];
  /** Beyond what a client may have to do: lists after the first one, events that come too late. */
  readonly troubles: readonly string[];
  /** Watches that were answered with an error. */
  readonly refusals: readonly FailedRead[];
  /** How many it has begun, as far as it knows. */
  readonly watches: number;
  /** Resolves when it follows. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Seconds for which a watch lasts. */
const duration = 20;

/** Over HTTP/1.1: each watch begins where the one before it ended. */
export class PlainWatcher implements Watcher {
  readonly events: SeenEvent[] = [];
  readonly troubles: string[] = [];
  readonly refusals: FailedRead[] = [];
  watches = 0;
  readonly #access: Access;
  readonly #path: string;
  #revision: string;
  /** The last bookmark's: no event up to it is to come any more. */
  #promised = 0;
  #isClosed = false;
  #running: Promise<void> | undefined;
  #end = (): void => {};

  /** `revision`: of a list in which there was nothing. */
  constructor(access: Access, path: string, revision: string) {
    this.#access = access;
    this.#path = path;
    this.#revision = revision;
  }

  async start(): Promise<void> {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#end();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      // A connection that breaks is nothing that a client has to report.
      await this.#watch().catch(() => {});
      await sleep(50);
    }
  }

  async #watch(): Promise<void> {
    const query = `watch=1&allowWatchBookmarks=true&timeoutSeconds=${duration}&resourceVersion=${this.#revision}`;
    const begun = performance.now();
    const watch = new WatchRequest(this.#access, `${this.#path}?${query}`, {
      onLine: (line) => this.#take(line),
      onRefused: (status, mayRetry) => {
        const outcome = { kind: 'failed', why: `${status}`, mayRetry } as const;
        this.refusals.push({ begun, ended: performance.now(), outcome });
      },
    });
    this.#end = () => watch.close();
    this.watches++;
    await watch.ended;
  }

  #take(line: string): void {
    const event = parseEvent(line);
    if (event === undefined) return;
    const { type, object } = event;
    if (type === 'ERROR') return void this.troubles.push(`a watch ended with ${object.message}`);
    this.#revision = object.metadata.resourceVersion;
    const revision = Number(this.#revision);
    if (type === 'BOOKMARK') {
      this.#promised = revision;
      return;
    }
    const { name } = object.metadata;
    if (revision <= this.#promised)
      this.troubles.push(`${type} ${name} at ${revision} came after a bookmark at ${this.#promised}`);
    this.events.push({ type: type as EventType, name, revision });
  }
}

/** Over HTTP/2: the informer that controllers have. */
export class InformerWatcher implements Watcher {
  readonly events: SeenEvent[] = [];
  readonly troubles: string[] = [];
  readonly refusals: FailedRead[] = [];
  readonly watches = 1;
  readonly #wire: HttpWire;
  readonly #informers: Informers;

  constructor(wire: HttpWire, namespace: string) {
    this.#wire = wire;
    const client = new ApiClient({ wire, userAgent: 'survive', random: systemRandom, pause: systemPause });
    this.#informers = new Informers({
      client,
      isPartial: false,
      clock: monotonicClock,
      random: systemRandom,
      pause: systemPause,
      typeOf: (type) => ({ ...type, version: 'v1' }),
      warn: () => {},
    });
    this.#informers.lister<ApiObject>({ group: '', resource: 'configmaps' }).observe((change) => {
      if (change.namespace !== namespace) return;
      const [before, after] = [change.before(), change.after()];
      const type = before === undefined ? 'ADDED' : after === undefined ? 'DELETED' : 'MODIFIED';
      const version = after?.metadata.resourceVersion;
      this.events.push({
        type,
        name: change.name,
        revision: version === undefined ? undefined : Number(version),
      });
    });
  }

  async start(): Promise<void> {
    this.#informers.start();
    await this.#informers.synced();
  }

  async close(): Promise<void> {
    await this.#informers.close();
    this.#wire[Symbol.dispose]();
  }
}
