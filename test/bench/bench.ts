/** `make bench`: README.md says what is measured and how to read it. */
import { arch, cpus, loadavg, release } from 'node:os';
import { Cleanup } from './cleanup.ts';
import { onConnection } from './compare.ts';
import { foreignServer } from './foreign.ts';
import { RequestWriter } from './http-client.ts';
import { expect, loadPods, makeNamespaces, removePods } from './load.ts';
import { loadNamespaces, placeOf, podPath, scratchNamespace } from './pods.ts';
import type { Memory } from './process-meter.ts';
import { table, writeResults } from './report.ts';
import type { Server } from './server.ts';
import { readSettings, type Settings } from './settings.ts';
import { Stage } from './stage.ts';
import { onTwoBuilds } from './two-builds.ts';
import { choose } from './workloads/index.ts';
import type { Row, Workload } from './workloads/workload.ts';

/** What is found out about a run beside its rows. */
interface About {
  /** Of the machine before anything was started: well above 0, somebody else uses it. */
  readonly loadAverage: number;
  readonly podBytes?: number;
  readonly idle?: Memory | undefined;
  readonly loaded?: Memory | undefined;
}

async function main(cleanup: Cleanup): Promise<void> {
  const settings = readSettings(process.env);
  const { workloads, scenarios } = choose(settings.workloads);
  const stage = await Stage.prepare(settings, cleanup);
  const rows: Row[] = [];
  const about: About = { loadAverage: loadavg()[0]! };
  try {
    if (workloads.length > 0)
      Object.assign(about, await runWorkloads(workloads, settings, stage, cleanup, rows));
    for (const { name, run } of scenarios) {
      if (settings.foreign !== undefined)
        throw new Error(`${name} needs a server of its own; URL gives another`);
      progress(name);
      rows.push(...(await run(settings, (flags) => stage.startFresh(flags))));
    }
  } finally {
    // What was measured before something failed is shown all the same.
    if (rows.length > 0) report(settings, about, rows, stage);
  }
}

/** Those that share one server and one load. Rows are added as they come. */
async function runWorkloads(
  workloads: readonly Workload[],
  settings: Settings,
  stage: Stage,
  cleanup: Cleanup,
  rows: Row[],
): Promise<Partial<About>> {
  const { foreign } = settings;
  const own = foreign === undefined ? await stage.startFresh() : undefined;
  const subject = own ?? foreignServer(foreign!);
  if (foreign !== undefined)
    cleanup.add(() => removePods(subject.endpoint, [...loadNamespaces, scratchNamespace]));
  const { against, withPlain } = settings;
  const other = against === undefined ? undefined : await stage.startFresh(undefined, against);
  const plain = withPlain && other === undefined ? await stage.startPlain() : undefined;
  const about = await load(subject, settings);
  if (other !== undefined) await load(other, settings);
  for (const workload of workloads) {
    progress(workload.name);
    rows.push(
      ...(other === undefined
        ? await workload.run({ settings, subject, plain })
        : await onTwoBuilds(workload, { subject, other }, settings)),
    );
  }
  // Those that follow have the machine for themselves.
  await plain?.stop();
  await other?.stop();
  await own?.stop();
  return about;
}

async function load(subject: Server, settings: Settings): Promise<Partial<About>> {
  progress(`loading ${settings.pods} pods`);
  const idle = subject.meter?.memory();
  await makeNamespaces(subject.endpoint);
  await loadPods(subject.endpoint, 0, settings.pods);
  const request = new RequestWriter(subject.endpoint).read(podPath(placeOf(0)));
  const answer = await onConnection(subject, (connection) => connection.send(request, 1_000));
  expect(answer, 200);
  return { podBytes: answer.length, idle, loaded: subject.meter?.memory() };
}

function report(settings: Settings, about: About, rows: readonly Row[], stage: Stage): void {
  process.stdout.write(`\n${describe(settings, about)}\n\n${table(rows)}`);
  for (const line of stage.complaints()) process.stdout.write(`  the server logged: ${line}\n`);
  if (settings.out !== undefined) writeResults(settings.out, { ...machine(settings), ...about }, rows);
}

function machine({ pods, store, foreign }: Settings): object {
  return {
    pods,
    store: foreign?.url.href ?? store,
    node: process.version,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
  };
}

function describe(settings: Settings, about: About): string {
  const { pods, store, foreign } = settings;
  const megabytes = (memory: Memory | undefined) => memory?.resident.toFixed(0) ?? '-';
  const lines = [
    foreign === undefined ? `a fresh server, store: ${store}` : foreign.url.href,
    `Node ${process.version}, ${arch()}, ${cpus().length} cores, Linux ${release()}; load average before: ${about.loadAverage.toFixed(2)}`,
    `median of ${settings.rounds} rounds, ${settings.duration} s together`,
  ];
  if (about.podBytes !== undefined) {
    lines.push(
      `${pods} pods of ${about.podBytes} bytes; resident ${megabytes(about.idle)} MB empty, ${megabytes(about.loaded)} MB loaded`,
    );
  }
  return lines.join('\n');
}

const progress = (what: string) => process.stderr.write(`${what} …\n`);

const cleanup = new Cleanup();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void cleanup.run().then(() => process.exit(130)));
}
try {
  await main(cleanup);
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`bench: ${(error as Error).message}\n`);
} finally {
  await cleanup.run();
}
