import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Etcd, startEtcd } from '../../support/etcd.ts';
import { configMap, configMaps } from '../../support/objects.ts';
import { TestServer } from '../../support/server.ts';
import { attackSeconds, attackServer, beside, expectHarmless } from '../support/beside.ts';

const watches = 150;
const changes = 300;
/** Watches that are opened at a time: their handshakes are not what is measured. */
const opening = 8;

/** Hands connections on to a store, and counts those that are open. */
class CountingProxy {
  open = 0;
  max = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(target: URL) {
    this.#server = createServer((socket) => {
      const onward = createConnection(Number(target.port), target.hostname);
      this.max = Math.max(this.max, ++this.open);
      socket.once('close', () => this.open--);
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        this.#sockets.add(one);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.once('close', () => {
          other.destroy();
          this.#sockets.delete(one);
        });
      }
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Changes an object of some size; answers the revisions, the first one being that before them. */
async function change(server: TestServer, text: string): Promise<string[]> {
  let { body } = await server.client.post(configMaps, configMap('changing', { text }));
  const revisions = [body.metadata.resourceVersion];
  for (let n = 0; n < changes; n++) {
    ({ body } = await server.client.put(
      `${configMaps}/changing`,
      configMap('changing', { text, n: String(n) }),
    ));
    revisions.push(body.metadata.resourceVersion);
  }
  return revisions;
}

/** The revisions that a watch shows, until the last one is there. */
async function revisionsOf(response: IncomingMessage, last: string): Promise<string[]> {
  const revisions: string[] = [];
  let text = '';
  for await (const chunk of response) {
    text += chunk;
    const lines = text.split('\n');
    text = lines.pop()!;
    for (const line of lines) {
      const { type, object } = JSON.parse(line);
      if (type !== 'BOOKMARK' && object.metadata.name === 'changing')
        revisions.push(object.metadata.resourceVersion);
    }
    if (revisions.at(-1) === last) break;
  }
  return revisions;
}

describe.each(['etcd', 'embedded'])('%s: many watches that go on from before a restart', (store) => {
  let etcd: Etcd | undefined;
  let proxy: CountingProxy | undefined;
  let server: TestServer;
  let revisions: string[];

  beforeAll(async () => {
    const flags: string[] = [];
    if (store === 'etcd') {
      etcd = await startEtcd({ members: 1 });
      proxy = new CountingProxy(new URL(etcd.endpoints[0]!));
      flags.push(`--etcd-servers=${await proxy.listen()}`);
    }
    const first = await attackServer({ flags });
    revisions = await change(first, 'x'.repeat(6_000));
    await first.stop();
    server = await TestServer.start({ flags, directory: first.directory });
  });
  afterAll(async () => {
    await server?.remove();
    proxy?.close();
    await etcd?.stop();
  });

  const path = (from: string): string => `${configMaps}?watch=1&resourceVersion=${from}&timeoutSeconds=60`;

  /** Opens all watches, as a client that is not exempt from limits, each from one of the first fifty revisions. */
  async function openAll(use: (response: IncomingMessage, from: number) => void): Promise<void> {
    const client = server.connect({ token: 'user-token' });
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < watches) {
        const from = next++ % 50;
        use(await client.open('GET', path(revisions[from]!)), from);
      }
    };
    await Promise.all(Array.from({ length: opening }, lane));
  }

  it('share one replay: each gets everything, and nothing else waits', async () => {
    const before = proxy?.open ?? 0;
    const last = revisions.at(-1)!;
    const harm = await beside(server, attackSeconds(), async () => {
      const shown: Promise<[number, string[]]>[] = [];
      await openAll((response, from) => {
        const seen = revisionsOf(response, last);
        shown.push(seen.then((all) => [from, all]));
      });
      for (const [from, seen] of await Promise.all(shown)) expect(seen).toEqual(revisions.slice(from + 1));
    });
    expectHarmless(harm);
    if (proxy !== undefined) expect(proxy.max - before).toBeLessThan(4);
  });

  it('cost little when nobody reads, and do not keep those who read from it', async () => {
    const stalled: IncomingMessage[] = [];
    const last = revisions.at(-1)!;
    const harm = await beside(server, attackSeconds(), async () => {
      await openAll((response) => void stalled.push(response.pause()));
      for (let n = 0; n < 3; n++) {
        const reader = await server.client.open('GET', path(revisions[n]!));
        expect(await revisionsOf(reader, last)).toEqual(revisions.slice(n + 1));
        reader.destroy();
      }
    });
    for (const response of stalled) response.destroy();
    expectHarmless(harm);
  });
});
