import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, ApiClient, OpenWatch } from './api-client.ts';
import type { TestServer } from './server.ts';
import { until } from './until.ts';

/** What a load balancer does for clients: each request goes to one of the servers that are there. */
export class Balancer {
  readonly #clients = new Map<TestServer, ApiClient>();
  #count = 0;

  add(server: TestServer): void {
    this.#clients.set(server, server.connect({ token: 'admin-token' }));
  }

  /** New requests go to other servers; those that are under way go on. */
  remove(server: TestServer): void {
    this.#clients.delete(server);
  }

  /** The servers take turns. */
  next(): ApiClient {
    const clients = [...this.#clients.values()];
    return clients[this.#count++ % clients.length]!;
  }

  /** Sends until a server answers with anything but 429 or an error of its own: it may have been executed before. */
  async insist(send: (client: ApiClient) => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const answer = await send(this.next()).catch(() => undefined);
      if (answer !== undefined && answer.status < 500 && answer.status !== 429) return answer;
      await sleep(20);
    }
  }
}

/** One event, as `ADDED name 123`. */
const lineOf = ({ type, object }: OpenWatch['events'][number]): string =>
  `${type} ${object.metadata?.name ?? object.message} ${object.metadata?.resourceVersion}`;

/** A client that watches and, when a watch ends, begins again where it was, with any server. */
export class ResumingWatch {
  readonly #balancer: Balancer;
  readonly #path: string;
  readonly #start: string;
  #earlier: string[] = [];
  #watch: OpenWatch | undefined;
  #isClosed = false;
  /** How often a watch began. */
  begun = 0;

  /** `path` has a query. */
  constructor(balancer: Balancer, path: string, resourceVersion: string) {
    this.#balancer = balancer;
    this.#path = path;
    this.#start = resourceVersion;
    void this.#run();
  }

  get lines(): string[] {
    return [...this.#earlier, ...(this.#watch?.events.map(lineOf) ?? [])];
  }

  close(): void {
    this.#isClosed = true;
    this.#watch?.close();
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      const version = this.#earlier.at(-1)?.split(' ').at(-1) ?? this.#start;
      const path = `${this.#path}&watch=1&resourceVersion=${version}`;
      const watch = await this.#balancer
        .next()
        .watch(path)
        .catch(() => undefined);
      if (watch?.status !== 200) {
        watch?.close();
        await sleep(20);
        continue;
      }
      this.begun++;
      this.#watch = watch;
      await until(() => watch.ended, 120).catch(() => {});
      this.#earlier = this.lines;
      this.#watch = undefined;
    }
  }
}
