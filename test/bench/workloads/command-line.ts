import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kubectls } from '../../support/kubectls.ts';
import { type Client, type ClientRun, runClient } from '../client-run.ts';
import { type Endpoint, RequestWriter } from '../http-client.ts';
import { inLanes, makeNamespaces } from '../load.ts';
import { type Measurement, unmeasured } from '../measurement.ts';
import { loadNamespaces } from '../pods.ts';
import { median } from '../statistics.ts';
import type { Row, Scenario } from './workload.ts';

const orchctl = new URL('../../../dist/commands/orchctl.js', import.meta.url).pathname;
/** Runs of a short command, for each client. */
const shortRuns = 20;
const longRuns = 3;
const fewObjects = 3;

/** Command lines from the start of their process: a short list, and a long one. */
export const commandLineScenario: Scenario = {
  name: 'command-line',
  run: async ({ large }, startFresh) => {
    const subject = await startFresh(() => ['--dialect=kubernetes']);
    const directory = mkdtempSync(join(tmpdir(), 'bench-client-'));
    try {
      const [few, many] = loadNamespaces as [string, string];
      await makeNamespaces(subject.endpoint);
      await loadConfigMaps(subject.endpoint, few, fewObjects);
      await loadConfigMaps(subject.endpoint, many, large);
      const env = environment(subject.endpoint, directory);
      return [
        ...(await rowsOf(['get', 'configmaps', '-n', few], env, shortRuns, fewObjects)),
        ...(await rowsOf(['get', 'configmaps', '-n', many], env, longRuns, large)),
      ];
    } finally {
      rmSync(directory, { recursive: true, force: true });
      await subject.stop();
    }
  },
};

/** The clients by turns, so that what else the machine does is the same for all. */
async function rowsOf(
  words: readonly string[],
  env: Record<string, string>,
  runs: number,
  objects: number,
): Promise<Row[]> {
  const clients = [
    { name: 'orchctl', command: [process.execPath, orchctl] },
    ...kubectls().flatMap(({ title, path }) =>
      path === undefined ? [] : [{ name: title, command: [path] }],
    ),
  ];
  const bare: Client = { name: 'node alone', command: [process.execPath, '--eval', '0'] };
  const measured = new Map<Client, ClientRun[]>([bare, ...clients].map((client) => [client, []]));
  // The first one fills the caches on disk.
  for (let run = -1; run < runs; run++) {
    for (const [client, results] of measured) {
      const result = await runClient(client, client === bare ? [] : words, env);
      if (client !== bare && result.lines < objects) throw new Error(`${client.name}: ${result.lines} lines`);
      if (run >= 0) results.push(result);
    }
  }
  const alone = summaryOf(measured.get(bare)!);
  return clients.map((client) => {
    const results = measured.get(client)!;
    const first = median(results.map((result) => result.first));
    return {
      workload: `${client.name}, ${objects} rows`,
      subject: summaryOf(results),
      plain: alone,
      notes: [`first row after ${first.toFixed(0)} ms, node alone ${alone.p50.toFixed(0)} ms`],
    };
  });
}

function summaryOf(runs: readonly ClientRun[]): Measurement {
  const whole = runs.map((run) => run.whole);
  const resident = median(runs.map(({ peak }) => peak));
  return {
    ...unmeasured,
    operations: runs.length,
    p50: median(whole),
    p99: Math.max(...whole),
    // Of one that ends as it prints it is not known.
    memory: { ...unmeasured.memory, resident: resident || Number.NaN },
  };
}

function environment({ host, port, authorization }: Endpoint, directory: string): Record<string, string> {
  const KUBECONFIG = join(directory, 'kubeconfig.json');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'bench',
    clusters: [
      { name: 'bench', cluster: { server: `https://${host}:${port}`, 'insecure-skip-tls-verify': true } },
    ],
    users: [{ name: 'bench', user: { token: authorization?.replace('Bearer ', '') } }],
    contexts: [{ name: 'bench', context: { cluster: 'bench', user: 'bench' } }],
  };
  writeFileSync(KUBECONFIG, JSON.stringify(config), { mode: 0o600 });
  return { KUBECONFIG, HOME: directory, PATH: process.env['PATH'] ?? '' };
}

async function loadConfigMaps(endpoint: Endpoint, namespace: string, count: number): Promise<void> {
  const writer = new RequestWriter(endpoint);
  await inLanes(endpoint, 0, count, async (connection, i) => {
    const object = { metadata: { name: `settings-${String(i).padStart(6, '0')}` }, data: { a: String(i) } };
    const { status } = await connection.send(
      writer.write('POST', `/api/v1/namespaces/${namespace}/configmaps`, object),
      1_000,
    );
    if (status !== 201) throw new Error(`a ConfigMap was answered with ${status}`);
  });
}
