/** Informers of 50,000 objects through the sudden end of the server: no change is lost, and memory stays what it was. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbedded } from '../../../src/storage/kv/embedded/open.ts';
import { clientNode } from '../../support/clients/libraries.ts';
import { digestOf } from '../../support/clients/versions.ts';
import { freePort } from '../../support/free-ports.ts';
import { forgetPeak, memoryOf } from '../../support/memory.ts';
import { TestServer } from '../../support/server.ts';

const objects = 50_000;
const minutes = 60_000;
/** The most that a start may take of memory, beside what it was before. */
const growth = 1.3;
const collection = '/api/v1/namespaces/default/configmaps';
const program = new URL('../../support/clients/informer.ts', import.meta.url).pathname;
const node = clientNode();

let server: TestServer;
let port: number;

beforeAll(async () => {
  port = await freePort();
  const directory = mkdtempSync(join(tmpdir(), 'informers-'));
  await fill(join(directory, 'store'));
  server = await TestServer.start({ directory, flags: flags() });
}, 5 * minutes);
afterAll(() => server?.remove());

/** Caches of so many objects are not compared with the store every second. */
const flags = (): string[] => [
  `--secure-port=${port}`,
  '--emulated-version=1.36',
  '--watch-cache-check-interval=1h',
];

/** Objects as the server has written them, a thousand at a time. */
async function fill(directory: string): Promise<void> {
  const kv = await openEmbedded({ directory });
  for (let from = 0; from < objects; from += 1000) {
    const names = Array.from({ length: 1000 }, (_, index) => `object-${from + index}`);
    await Promise.all(
      names.map((name) => kv.create(`/registry/configmaps/default/${name}`, Buffer.from(stored(name)))),
    );
  }
  await kv.close();
}

const stored = (name: string): string =>
  JSON.stringify({
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: {
      name,
      namespace: 'default',
      uid: randomUUID(),
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
    data: { text: 'x'.repeat(200) },
  });

interface State {
  count: number;
  digest: string;
  changes: number;
}

class InformerProgram {
  readonly process: ChildProcess;
  readonly #lines: Interface;

  constructor(words: readonly string[]) {
    this.process = spawn(process.execPath, [program, server.kubeconfig, ...words], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#lines = createInterface({ input: this.process.stdout! });
  }

  get pid(): number {
    return this.process.pid!;
  }

  state(): Promise<State> {
    return new Promise((resolve) => {
      this.#lines.once('line', (line) => resolve(JSON.parse(line)));
      this.process.stdin!.write('\n');
    });
  }

  /** Until the changes add up to what the server has. */
  async until(isThere: (state: State) => boolean): Promise<void> {
    const end = performance.now() + 3 * minutes;
    for (;;) {
      const state = await this.state();
      if (isThere(state)) return;
      if (performance.now() > end) throw new Error(`the informer has ${JSON.stringify(state)}`);
      await delay(500);
    }
  }
}

/** What there is, from lists in pages. */
async function live(): Promise<Map<string, string>> {
  const versions = new Map<string, string>();
  let next = '';
  do {
    const path = `/api/v1/configmaps?limit=5000&continue=${encodeURIComponent(next)}`;
    const { items, metadata } = (await server.client.get(path)).body;
    for (const { metadata: each } of items)
      versions.set(`${each.namespace}/${each.name}`, each.resourceVersion);
    next = metadata.continue ?? '';
  } while (next !== '');
  return versions;
}

/** Changes, deletes and creates objects, and goes on after the server's end; what fails is not repeated. */
function writing(): { readonly done: number; stop(): Promise<void> } {
  let isStopped = false;
  let done = 0;
  const work = async (): Promise<void> => {
    for (let n = 0; !isStopped; n++) {
      try {
        await server.client.merge(`${collection}/object-${n}`, { data: { changed: 'yes' } });
        await server.client.delete(`${collection}/object-${objects - 1 - n}`);
        await server.client.post(collection, { metadata: { name: `new-${n}` } });
        done++;
      } catch {
        await delay(50);
      }
    }
  };
  const running = work();
  return {
    get done() {
      return done;
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

async function informerThroughEnd(words: readonly string[]): Promise<void> {
  const informer = new InformerProgram(words);
  try {
    await informer.until(({ count }) => count >= objects - 5_000);
    const writer = writing();
    await expect.poll(() => writer.done, { timeout: minutes }).toBeGreaterThan(50);
    const before = { server: memoryOf(server.process.pid!).now, informer: memoryOf(informer.pid).peak };
    forgetPeak(informer.pid);
    const { directory } = server;
    await server.kill();
    server = await TestServer.start({ directory, flags: flags() });
    const { done } = writer;
    await expect.poll(() => writer.done, { timeout: minutes }).toBeGreaterThan(done + 50);
    await writer.stop();
    const expected = await live();
    await informer.until(({ digest }) => digest === digestOf(expected));
    const after = { server: memoryOf(server.process.pid!).peak, informer: memoryOf(informer.pid).peak };
    expect(after.server / before.server, 'memory of the server').toBeLessThan(growth);
    expect(after.informer / before.informer, 'memory of the informer').toBeLessThan(growth);
  } finally {
    informer.process.kill('SIGKILL');
  }
}

it('our own informer loses nothing', { timeout: 10 * minutes }, () => informerThroughEnd([]));

it.skipIf(node.path === undefined)(
  `the informer of @kubernetes/client-node loses nothing${node.missing}`,
  { timeout: 10 * minutes },
  () => informerThroughEnd([node.path!]),
);
