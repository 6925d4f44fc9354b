import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect } from 'vitest';
import { type ServerOptions, TestServer } from '../../support/server.ts';
import { type PageLine, pageText } from './page.ts';
import type { Figures, Target } from './prober.ts';
import type { Turn } from './turns.ts';

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

/**
 * Milliseconds of CPU that a turn of the server's event loop may take. Other processes do not add to it, but they make
 * caches and a shared core slower, and in two seconds the engine compiles little: measured up to 290 in `make test` on a
 * machine that others used as well.
 */
const maxTurnMs = (): number => Number(process.env['ATTACK_MAX_TURN_MS'] ?? 400);

/** What a client beside an attack went through. Times in milliseconds, memory in MB. */
export interface Harm extends Figures {
  /** Anonymous resident memory of the server before the attack, and its peak until shortly after it. */
  memory: { before: number; peak: number; growth: number };
  /** The CPU time of the longest turn of the server's event loop; 0 when it is too short to be noted. */
  turnMs: number;
}

/** The path that the client beside the attack reads. */
const probedPath = '/api/v1/namespaces/default/configmaps/beside';

/**
 * A server to attack. `jane` (user-token) and `reader` (reader-token) may do everything in it, but are not exempt from
 * any limit, as the admin is. The client beside an attack is `reader`. It may be started again in the same directory.
 */
export async function attackServer(options: ServerOptions = {}): Promise<TestServer> {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'apiserver-'));
  const preload = new URL(`./turns.ts?file=${turnsFile(directory)}`, import.meta.url).href;
  const isKnown = existsSync(turnsFile(directory));
  const server = await TestServer.start({ ...options, directory, nodeFlags: ['--import', preload] });
  const bound = await server.client.post('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
    metadata: { name: 'attackers' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: ['jane', 'reader'].map((name) => ({
      kind: 'User',
      apiGroup: 'rbac.authorization.k8s.io',
      name,
    })),
  });
  expect(bound.status).toBe(isKnown ? 409 : 201);
  const read = await server.client.post('/api/v1/namespaces/default/configmaps', {
    metadata: { name: 'beside' },
    data: { text: 'x'.repeat(1_000) },
  });
  expect(read.status).toBe(isKnown ? 409 : 201);
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
  const begun = Date.now();
  const end = AbortSignal.timeout(seconds * 1_000);
  try {
    await attack(end);
  } finally {
    prober.postMessage('stop');
  }
  const [figures] = (await once(prober, 'message')) as [Figures & { peakMb: number }];
  const { peakMb, ...times } = figures;
  const memory = { before, peak: peakMb, growth: peakMb - before };
  return { ...times, memory, turnMs: longestTurn(server.directory, begun) };
}

export interface Tolerance {
  /** MB by which the memory of the server may grow meanwhile. */
  memoryMb?: number;
}

/** Expects what has to hold on a busy machine too, and notes the figures for the page of `make attacks`. */
export function expectHarmless(harm: Harm, { memoryMb = 200 }: Tolerance = {}): void {
  const { livez, gets, memory, turnMs } = harm;
  const attack = expect.getState().currentTestName ?? '';
  const line: PageLine = { attack, livez, gets, growth: memory.growth, turnMs };
  const page = process.env['ATTACK_FIGURES'];
  if (page === undefined) console.log(pageText([line]));
  else appendFileSync(page, `${JSON.stringify(line)}\n`);
  expect(livez.count, 'answers of /livez').toBeGreaterThan(0);
  expect(livez.refused, 'refused answers of /livez').toEqual([]);
  expect(gets.refused, 'refused gets').toEqual([]);
  expect(livez.worst, 'worst answer of /livez in ms').toBeLessThan(maxLivezMs());
  expect(turnMs, 'longest turn of the event loop in ms of CPU').toBeLessThan(maxTurnMs());
  expect(memory.growth, 'growth of memory in MB').toBeLessThan(memoryMb * memoryFactor());
}

const turnsFile = (directory: string): string => join(directory, 'turns');

/** Milliseconds of CPU. The turn that was under way when the attack began is not one of it. */
function longestTurn(directory: string, begun: number): number {
  const file = turnsFile(directory);
  // A server that no attacker started has none.
  if (!existsSync(file)) return 0;
  const turns = readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line): Turn => JSON.parse(line));
  return Math.max(0, ...turns.filter(({ at, ms }) => at - ms > begun).map(({ ms }) => ms));
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
