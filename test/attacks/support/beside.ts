import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import { type ServerOptions, TestServer } from '../../support/server.ts';
import type { Figures, Target } from './prober.ts';

/** How long an attack lasts: 2 seconds in `make test`, 20 in `make attacks`. */
export const attackSeconds = (): number => Number(process.env['ATTACK_SECONDS'] ?? 2);

/**
 * Milliseconds that the worst answer of /livez may take. In `make test` the machine may be busy with something else, and
 * two seconds have few answers: measured 260 to 960 where `make attacks`, which has a limit of 250, finds nothing.
 */
const maxLivezMs = (): number => Number(process.env['ATTACK_MAX_LIVEZ_MS'] ?? 1_000);

/**
 * How many times the memory that a test names the server may take. On a busy machine the garbage collector falls behind
 * the attack: measured 315 and 338 MB in `make test` where `make attacks`, which takes a test at its word, has 150.
 */
const memoryFactor = (): number => Number(process.env['ATTACK_MEMORY_FACTOR'] ?? 2);

/** What a client beside an attack went through. Times in milliseconds, memory in MB. */
export interface Harm extends Figures {
  /** Anonymous resident memory of the server before the attack, and its peak until shortly after it. */
  memory: { before: number; peak: number; growth: number };
}

/** The path that the client beside the attack reads. */
const probedPath = '/api/v1/namespaces/default/configmaps/beside';

/**
 * A server to attack. `jane` (user-token) and `reader` (reader-token) may do everything in it, but are not exempt from
 * any limit, as the admin is. The client beside an attack is `reader`.
 */
export async function attackServer(options: ServerOptions = {}): Promise<TestServer> {
  const server = await TestServer.start(options);
  const bound = await server.client.post('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    metadata: { name: 'attackers' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: ['jane', 'reader'].map((name) => ({
      kind: 'User',
      apiGroup: 'rbac.authorization.k8s.io',
      name,
    })),
  });
  expect(bound.status).toBe(201);
  const read = await server.client.post('/api/v1/namespaces/default/configmaps', {
    metadata: { name: 'beside' },
    data: { text: 'x'.repeat(1_000) },
  });
  expect(read.status).toBe(201);
  return server;
}

/**
 * Runs an attack and measures what another client goes through meanwhile. The signal ends the attack after the given
 * seconds; what it still waits for then has to end by itself.
 */
export async function beside(
  server: TestServer,
  seconds: number,
  attack: (signal: AbortSignal) => Promise<unknown>,
): Promise<Harm> {
  const prober = await startProber(server);
  const before = anonymousMb(server.process.pid!);
  const end = AbortSignal.timeout(seconds * 1_000);
  try {
    await attack(end);
  } finally {
    prober.postMessage('stop');
  }
  const [figures] = (await once(prober, 'message')) as [Figures & { peakMb: number }];
  const { peakMb, ...times } = figures;
  return { ...times, memory: { before, peak: peakMb, growth: peakMb - before } };
}

export interface Tolerance {
  /** MB by which the memory of the server may grow meanwhile. */
  memoryMb?: number;
}

/** Expects what has to hold on a busy machine too, and prints the figures. */
export function expectHarmless(harm: Harm, { memoryMb = 300 }: Tolerance = {}): void {
  const { livez, gets, memory } = harm;
  const ms = ({ p99, worst }: { p99: number; worst: number }): string =>
    `p99 ${p99.toFixed(0)} ms, worst ${worst.toFixed(0)} ms`;
  console.log(
    `${expect.getState().currentTestName}: livez ${ms(livez)}; gets ${ms(gets)}; ` +
      `memory ${memory.before.toFixed(0)} + ${memory.growth.toFixed(0)} MB`,
  );
  expect(livez.count, 'answers of /livez').toBeGreaterThan(0);
  expect(livez.refused, 'refused answers of /livez').toEqual([]);
  expect(gets.refused, 'refused gets').toEqual([]);
  expect(livez.worst, 'worst answer of /livez in ms').toBeLessThan(maxLivezMs());
  expect(memory.growth, 'growth of memory in MB').toBeLessThan(memoryMb * memoryFactor());
}

/** In a thread of its own: the thread of the test is busy with the attack. */
async function startProber(server: TestServer): Promise<Worker> {
  const target: Target = {
    port: server.port,
    ca: readFileSync(join(server.directory, 'ca.crt'), 'utf8'),
    token: 'reader-token',
    path: probedPath,
    pid: server.process.pid!,
  };
  const prober = new Worker(new URL('./prober.ts', import.meta.url), { workerData: target });
  // It has opened its connections.
  await once(prober, 'message');
  return prober;
}

/** Resident memory that no file stands behind: the store's own file is mapped, and can be dropped at any time. */
function anonymousMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)![1]) / 1024;
}
