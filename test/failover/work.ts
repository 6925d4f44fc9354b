import { setTimeout as delay } from 'node:timers/promises';
import type { OpenWatch } from '../support/api-client.ts';
import type { TestServer } from '../support/server.ts';
import type { Seen } from './checker.ts';

const namespaces = Array.from({ length: 8 }, (_, n) => `shop-${n}`);
/** Milliseconds between two deletions: controllers write about three times as often. */
const pace = 40;
const rootCa = 'kube-root-ca.crt';
/** Longer than any run. */
const watchSeconds = 7 * 86_400;

/** Gives controllers something to write all the time: takes away what they have made. */
export class Work {
  readonly #server: TestServer;
  readonly #watches: readonly OpenWatch[];
  readonly #ending = new AbortController();
  readonly #running: Promise<void>;

  /** Before any manager runs: the watches see what managers write from the beginning. */
  static async begin(server: TestServer): Promise<Work> {
    const { client } = server;
    const watch = (resource: string, name: string): Promise<OpenWatch> => {
      const only = `fieldSelector=metadata.name=${name}`;
      return client.watch(`/api/v1/${resource}?watch=true&${only}&timeoutSeconds=${watchSeconds}`);
    };
    const watches = [await watch('configmaps', rootCa), await watch('serviceaccounts', 'default')];
    for (const name of namespaces) await client.post('/api/v1/namespaces', { metadata: { name } });
    return new Work(server, watches);
  }

  private constructor(server: TestServer, watches: readonly OpenWatch[]) {
    this.#server = server;
    this.#watches = watches;
    this.#running = this.#run();
  }

  /** Every change so far of objects that nothing but a manager writes. */
  get seen(): Seen[] {
    for (const { ended } of this.#watches) if (ended) throw new Error('a watch has ended');
    const events = this.#watches.flatMap(({ events }) => events);
    return events
      .filter(({ type }) => type !== 'DELETED')
      .map(({ object: { kind, metadata } }) => ({
        what: `${kind.toLowerCase()}s ${metadata.namespace}/${metadata.name}`,
        revision: Number(metadata.resourceVersion),
      }));
  }

  async end(): Promise<void> {
    this.#ending.abort();
    await this.#running;
    for (const watch of this.#watches) watch.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    for (let n = 0; !signal.aborted; n++) {
      const name = n % 3 === 0 ? 'serviceaccounts/default' : `configmaps/${rootCa}`;
      const namespace = namespaces[n % namespaces.length];
      await this.#server.client.delete(`/api/v1/namespaces/${namespace}/${name}`);
      await delay(pace, undefined, { signal }).catch(() => {});
    }
  }
}
