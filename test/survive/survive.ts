/**
 * Three replicas behind haproxy over three members of etcd, which are restarted, upgraded, stopped, killed and renewed under
 * load: make survive WORKERS=2 SECONDS=600 SEED=1
 *
 * Ends with 1 when a request failed that was not to fail, an acknowledged write or an event was lost, a read showed what no
 * order of the requests explains, an address was given twice, or the default Service was wrong for more than 15 s. README.md
 * says how it is found out. REPLAY=<file>: judges a run again that was kept. PROGRAMS=<folder>: whose dist is run.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Network } from '../support/deploy/network.ts';
import { seeded } from '../support/mutations.ts';
import type { Phase } from './phase.ts';
import { phasesFor } from './phases.ts';
import { judge, keep, kept, type Recording } from './recording.ts';
import { Scene } from './scene.ts';
import type { Outcome } from './writes.ts';

const replay = process.env['REPLAY'];
if (replay !== undefined) {
  const found = judge(await kept(replay));
  for (const text of found) console.log(`FAULT: ${text}`);
  process.exit(found.length === 0 ? 0 : 1);
}

const workers = Number(process.env['WORKERS'] || 1);
/** Words in the names of the phases that are run, with | between them; all without it. */
const only = (process.env['ONLY'] ?? '').split('|');
/** Seconds for which phases begin: each once in their order, then by chance. */
const seconds = Number(process.env['SECONDS'] || 600);
const seed = Number(process.env['SEED'] || Date.now() % 1_000_000);
/** Milliseconds after a fault during which requests that were under way may still end without an answer. */
const aftermath = 15_000;
const clients = { writers: 16, watchers: 16, readers: 4, serviceWriters: 4, registerWriters: 3 };

// What was started ends when this process exits, which a signal alone does not let it do.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const begun = performance.now();
const say = (text: string): void =>
  console.log(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${text}`);
const faults: string[] = [];
const fault = (text: string): void => {
  faults.push(text);
  say(`FAULT: ${text}`);
};
/** When requests may be without an answer. */
const hard: { from: number; to: number }[] = [];
const isExcused = ({ begun: from, ended: to }: { begun: number; ended: number }): boolean =>
  hard.some((span) => from < span.to && to > span.from);

/** Where parts are killed or cut off, a request may be without an answer, or be answered that nothing was done for now. */
function judgeAnswer(what: string, call: { begun: number; ended: number; outcome: Outcome }): void {
  const { outcome } = call;
  if (outcome.kind === 'done') return;
  const isHonest = outcome.kind === 'unknown' || outcome.mayRetry === true;
  if (isHonest && isExcused(call)) return;
  const at = ((call.begun - begun) / 1000).toFixed(1);
  fault(`${what} at ${at} s ${outcome.kind === 'failed' ? 'failed' : 'had no answer'}: ${outcome.why}`);
}

/** Of the servers and the members: the cause of a fault may stand in them. */
function keepLogs(): void {
  const folder = join(tmpdir(), `survive-${seed}.logs`);
  scene.plane.keepLogs(folder);
  say(`what the programs have printed: ${folder}`);
}

/** When the clients began. */
let loaded = 0;

/** Each once, in their order; then by chance until the time is over. */
function* phases(): Generator<Phase> {
  const all = phasesFor(workers, scene.network !== undefined)
    .filter(({ name }) => only.some((words) => name.includes(words)))
    .filter(({ name, obstacle }) => {
      const why = obstacle?.();
      if (why !== undefined) say(`left out: ${name}: ${why}`);
      return why === undefined;
    });
  yield* all;
  const random = seeded(seed);
  while (performance.now() - loaded < seconds * 1_000) yield all[Math.floor(random() * all.length)]!;
}

const scene = await Scene.start(workers, process.env['PROGRAMS']);
try {
  say(`seed ${seed}, for ${seconds} s`);
  if (scene.network === undefined) say(`no faults of the network: ${Network.obstacle()}`);
  say(`3 replicas with ${workers} worker(s) each are up`);
  await scene.begin(clients);
  loaded = performance.now();
  for (const phase of phases()) {
    say(`${phase.name}:`);
    const span = { from: performance.now(), to: Number.POSITIVE_INFINITY };
    if (phase.isHard) hard.push(span);
    for (const text of await phase.run(scene, say)) fault(`${phase.name}: ${text}`);
    span.to = performance.now() + aftermath;
    // What a hard phase has left behind is not to excuse what the next one does.
    if (phase.isHard) await new Promise((resolve) => setTimeout(resolve, 3_000));
  }
  const { configMaps: history, services: addresses, registers } = await scene.settle();
  const writes = scene.writers.flatMap((writer) => writer.writes);
  const watched = scene.watchers.map(({ name, watcher }) => ({ watcher: name, events: watcher.events }));
  const reads = scene.readers.flatMap((reader) => reader.reads);
  const recording: Recording = {
    history,
    writes,
    watched,
    reads,
    addresses,
    registers: {
      history: registers,
      writes: [...scene.registersMade, ...scene.registerWriters.flatMap((one) => one.writes)],
      reads: scene.registerWriters.flatMap((one) => one.reads),
    },
  };
  const found = judge(recording);
  for (const text of found) fault(text);
  if (found.length > 0) {
    const path = join(tmpdir(), `survive-${seed}.json`);
    keep(recording, path);
    say(`kept: REPLAY=${path}`);
  }
  for (const { name, watcher } of scene.watchers)
    for (const text of watcher.troubles) fault(`${name}: ${text}`);
  // Of what many write, a conflict is the answer to one who comes too late.
  const tries = recording.registers.writes;
  const contended = new Set(tries);
  for (const write of [...writes, ...tries]) {
    const isConflict = write.outcome.kind === 'failed' && write.outcome.why.startsWith('409 ');
    if (!(isConflict && contended.has(write))) judgeAnswer(`${write.verb} of ${write.name}`, write);
  }
  for (const read of scene.readers.flatMap((reader) => reader.failures)) judgeAnswer('a read', read);
  for (const { name, watcher } of scene.watchers)
    for (const refusal of watcher.refusals) judgeAnswer(`a watch of ${name}`, refusal);
  for (const failure of scene.kubectlFailures) {
    const at = ((failure.begun - begun) / 1000).toFixed(1);
    if (isExcused(failure)) say(`kubectl ${failure.words} at ${at} s: ${failure.complaint}`);
    else fault(`kubectl ${failure.words} at ${at} s: ${failure.complaint}`);
  }
  const count = (kind: string): number => writes.filter(({ outcome }) => outcome.kind === kind).length;
  const reasons = Map.groupBy(
    writes.flatMap(({ outcome }) => (outcome.kind === 'unknown' ? [outcome.why] : [])),
    (why) => why,
  );
  say(
    `${writes.length} writes: ${count('done')} acknowledged, ${count('unknown')} unknown, ${count('failed')} failed`,
  );
  for (const [why, all] of reasons) say(`  ${all.length} × ${why}`);
  const watches = scene.watchers.reduce((sum, { watcher }) => sum + watcher.watches, 0);
  say(`${reads.length} reads, ${addresses.length} changes of Services`);
  const wins = tries.filter(({ outcome }) => outcome.kind === 'done').length;
  say(`${tries.length} writes of what many write: ${wins} acknowledged, ${registers.length} in the history`);
  say(
    `${history.length} events, seen by ${watched.length} watchers in ${watches} watches; kubectl ran ${scene.kubectlRuns} times`,
  );
} finally {
  if (faults.length > 0) keepLogs();
  await scene.close();
}
console.log(faults.length === 0 ? 'no fault' : `FAULTS: ${faults.length}`);
process.exit(faults.length === 0 ? 0 : 1);
