import { Latencies, type Measure, measures } from './latencies.ts';
import type { Scene } from './scene.ts';

/** What one stage took and how it went. */
export interface Figures {
  readonly stage: string;
  readonly isMeasured: boolean;
  readonly seconds: number;
  /** Milliseconds of CPU a second. */
  readonly serverCpu: number;
  readonly etcdCpu: number;
  /** Megabytes. */
  readonly serverMemory: number;
  readonly etcdMemory: number;
  readonly latencies: Latencies;
  /** Lists after the first one, of all components since they began. */
  readonly relists: number;
  /** Milliseconds for which a simulating process was held up, at most. */
  readonly stall: number;
}

/** What the field promises its users: milliseconds of 99 in 100. Measured for a server on a machine of its own. */
const levels: readonly (readonly [Measure, number])[] = [
  ['write', 1_000],
  ['get', 1_000],
  ['list of a namespace', 5_000],
  ['list of the cluster', 30_000],
];

/** Runs a stage and measures it. */
export async function measured(
  scene: Scene,
  name: string,
  isMeasured: boolean,
  run: () => Promise<void>,
): Promise<Figures> {
  await collect(scene);
  const began = performance.now();
  const meters = [new Meter(() => scene.server.meter.cpu()), new Meter(() => scene.etcd.cpu())] as const;
  await run();
  const seconds = (performance.now() - began) / 1_000;
  const { latencies, relists, stall } = await collect(scene);
  return {
    stage: name,
    isMeasured,
    seconds,
    serverCpu: meters[0].spent() / seconds,
    etcdCpu: meters[1].spent() / seconds,
    serverMemory: scene.server.meter.memory().resident,
    etcdMemory: scene.etcd.memory().resident,
    latencies,
    relists,
    stall,
  };
}

/** CPU since it was made; of a process that was started anew, since then. */
class Meter {
  readonly #read: () => number;
  readonly #before: number;

  constructor(read: () => number) {
    this.#read = read;
    this.#before = read();
  }

  spent(): number {
    const now = this.#read();
    return now >= this.#before ? now - this.#before : now;
  }
}

async function collect(scene: Scene): Promise<{ latencies: Latencies; relists: number; stall: number }> {
  const reports = await Promise.all(scene.children.map((child) => child.report()));
  const latencies = new Latencies();
  for (const counts of [...reports.map((report) => report.latencies), scene.latencies.take()])
    latencies.addAll(counts);
  return {
    latencies,
    relists: reports.reduce((sum, report) => sum + report.relists, 0),
    stall: Math.max(...reports.map(({ stall }) => stall)),
  };
}

/** The service levels that a stage did not keep. */
export function brokenLevels({ stage, isMeasured, latencies }: Figures): string[] {
  if (!isMeasured) return [];
  return levels.flatMap(([measure, most]) => {
    const found = latencies.percentile(measure, 0.99);
    return found > most ? [`${stage}: p99 of ${measure} is ${Math.round(found)} ms, more than ${most}`] : [];
  });
}

/** A few lines for people. */
export function textOf(figures: Figures): string {
  const { latencies, seconds } = figures;
  const cells = measures.flatMap((measure) => {
    const count = latencies.count(measure);
    if (count === 0) return [];
    const at = (share: number): string => latencies.percentile(measure, share).toFixed(0);
    return `  ${measure.padEnd(20)} ${(count / seconds).toFixed(1).padStart(8)}/s  p50 ${at(0.5).padStart(6)}  p99 ${at(0.99).padStart(6)} ms`;
  });
  const cpu = (each: number): string => `${(each / 10).toFixed(0)} % of a core`;
  return [
    `${figures.stage}: ${seconds.toFixed(0)} s; server ${cpu(figures.serverCpu)}, ${figures.serverMemory.toFixed(0)} MB; etcd ${cpu(figures.etcdCpu)}, ${figures.etcdMemory.toFixed(0)} MB; clients held up ${figures.stall.toFixed(0)} ms at most; ${figures.relists} lists again`,
    ...cells,
  ].join('\n');
}

/** The same as plain data. */
export const dataOf = ({ latencies, ...rest }: Figures): object => ({
  ...rest,
  latencies: Object.fromEntries(
    measures.map((measure) => [
      measure,
      {
        count: latencies.count(measure),
        p50: latencies.percentile(measure, 0.5),
        p99: latencies.percentile(measure, 0.99),
      },
    ]),
  ),
});
