import type { Measurement } from './measurement.ts';
import type { Server } from './server.ts';
import type { Settings } from './settings.ts';
import { median } from './statistics.ts';
import type { Row, Workload } from './workloads/workload.ts';

/** How often one build is measured after the other: the machine does not stay as fast as it is. */
const turns = 7;

/** The two builds, each with the same load. */
export interface Builds {
  readonly subject: Server;
  readonly other: Server;
}

/**
 * A workload on two builds by turns. The rows are those of the build that is measured, of its last turn; in place of the
 * plain server they show the other build, and as a remark the median of the ratios of each turn.
 */
export async function onTwoBuilds(workload: Workload, builds: Builds, settings: Settings): Promise<Row[]> {
  const own: Row[][] = [];
  const others: Row[][] = [];
  // The first turn warms both up.
  for (let turn = 0; turn <= turns; turn++) {
    own.push(await workload.run({ settings, subject: builds.subject, plain: undefined }));
    others.push(await workload.run({ settings, subject: builds.other, plain: undefined }));
  }
  return own.at(-1)!.map((row, i) => {
    const of = (rows: Row[][]) => rows.slice(1).map((turn) => turn[i]!.subject);
    return { ...row, plain: others.at(-1)![i]!.subject, notes: [remark(of(own), of(others))] };
  });
}

function remark(own: readonly Measurement[], others: readonly Measurement[]): string {
  const ratios = (figure: (side: Measurement) => number) =>
    own.map((side, turn) => figure(side) / figure(others[turn]!)).toSorted((a, b) => a - b);
  const shown = (all: readonly number[]) =>
    `${median(all).toFixed(2)} (${all[0]!.toFixed(2)} to ${all.at(-1)!.toFixed(2)})`;
  return `of ${own.length} turns: ${shown(ratios(({ cpu }) => cpu))} times the CPU, ${shown(ratios(({ p50 }) => p50))} times the p50`;
}
