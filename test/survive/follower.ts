import { setTimeout as sleep } from 'node:timers/promises';
import { type Access, type Caller, outcomeOf } from './caller.ts';
import type { Following, FreshList } from './forks.ts';
import { parseEvent, WatchRequest } from './watch-request.ts';
import type { EventType, SeenEvent } from './writes.ts';

/** Seconds for which a watch lasts. */
const duration = 20;

export interface FollowerOptions {
  name: string;
  access: Access;
  call: Caller;
  path: string;
  /** Of a list in which there was nothing. */
  revision: string;
}

/** Follows ConfigMaps over HTTP/1.1, and lists again when it is told that what it knew is gone, as all clients have to. */
export class Follower {
  readonly #seen: (SeenEvent | FreshList)[] = [];
  readonly #options: FollowerOptions;
  #revision: string;
  #isTold = false;
  #isClosed = false;
  #watch: WatchRequest | undefined;
  #running: Promise<void> | undefined;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#revision = options.revision;
  }

  get following(): Following {
    return { watcher: this.#options.name, seen: this.#seen };
  }

  start(): void {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watch?.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      if (this.#isTold) await this.#list();
      else await this.#follow();
      await sleep(50);
    }
  }

  async #list(): Promise<void> {
    const { outcome, body } = await outcomeOf(this.#options.call('GET', this.#options.path));
    if (outcome.kind !== 'done') return;
    this.#revision = body.metadata.resourceVersion;
    const objects = new Map<string, number>(
      body.items.map(({ metadata }: any) => [metadata.name, Number(metadata.resourceVersion)]),
    );
    this.#seen.push({ revision: Number(this.#revision), objects });
    this.#isTold = false;
  }

  async #follow(): Promise<void> {
    const { access, path } = this.#options;
    const query = `watch=1&allowWatchBookmarks=true&timeoutSeconds=${duration}&resourceVersion=${this.#revision}`;
    this.#watch = new WatchRequest(access, `${path}?${query}`, {
      onLine: (line) => this.#take(line),
      // 410, or 504 for a revision that has not been yet.
      onRefused: () => {
        this.#isTold = true;
      },
    });
    // A connection that breaks is nothing that a client has to report.
    await this.#watch.ended.catch(() => {});
  }

  #take(line: string): void {
    const event = parseEvent(line);
    if (event === undefined || this.#isTold) return;
    const { type, object } = event;
    if (type === 'ERROR') {
      this.#isTold = true;
      return;
    }
    this.#revision = object.metadata.resourceVersion;
    if (type === 'BOOKMARK') return;
    this.#seen.push({
      type: type as EventType,
      name: object.metadata.name,
      revision: Number(this.#revision),
    });
  }
}
