import { writeFileSync } from 'node:fs';
import type { Measurement } from './measurement.ts';
import type { Row } from './workloads/workload.ts';

/** Columns: title, and what of a row is in it. */
type Column = readonly [title: string, value: (row: Row) => string];

const columns: readonly Column[] = [
  ['workload', (row) => row.workload],
  ['ops/s', ({ subject }) => figure(subject.perSecond)],
  ['p50 ms', ({ subject }) => figure(subject.p50)],
  ['p99 ms', ({ subject }) => figure(subject.p99)],
  ['CPU ms/op', ({ subject }) => figure(subject.cpu)],
  ['MB', ({ subject }) => figure(subject.memory.resident)],
  ['own MB', ({ subject }) => figure(subject.memory.own)],
  ['client', ({ subject }) => share(subject.client)],
  ['|', () => '|'],
  ['plain/s', ({ plain }) => figure(plain?.perSecond)],
  ['p50 ms', ({ plain }) => figure(plain?.p50)],
  ['CPU ms/op', ({ plain }) => figure(plain?.cpu)],
  ['client', ({ plain }) => share(plain?.client)],
  ['|', () => '|'],
  ['CPU ×', (row) => ratio(row, ({ cpu }) => cpu)],
  ['p50 ×', (row) => ratio(row, ({ p50 }) => p50)],
  ['JSON µs', (row) => figure(row.yardstick)],
];

/** The rows as one table, and below it what does not fit into columns. */
export function table(rows: readonly Row[]): string {
  const lines = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, value]) => value(row))),
  ];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]!.length)));
  const text = lines.map((line) =>
    line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))),
  );
  return `${text.map((line) => line.join('  ').trimEnd()).join('\n')}\n${rows.flatMap(remarks).join('')}`;
}

export function writeResults(file: string, about: object, rows: readonly Row[]): void {
  writeFileSync(file, `${JSON.stringify({ ...about, rows }, null, 2)}\n`);
}

function remarks({ workload, subject, plain, notes = [] }: Row): string[] {
  const failed = (side: string, of: Measurement | undefined) =>
    Object.entries(of?.failures ?? {}).map(([what, times]) => `${side}${what} × ${times}`);
  const all = [...notes, ...failed('FAILED: ', subject), ...failed('plain FAILED: ', plain)];
  return all.map((note) => `  ${workload}: ${note}\n`);
}

/** Three digits that mean something, or `-` for what is not known. */
function figure(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '-';
  if (value >= 100) return value.toFixed(0);
  if (value >= 10) return value.toFixed(1);
  return value >= 1 ? value.toFixed(2) : value.toFixed(4);
}

const share = (value: number | undefined): string =>
  value === undefined || !Number.isFinite(value) ? '-' : `${(value * 100).toFixed(0)} %`;

function ratio({ subject, plain }: Row, of: (side: Measurement) => number): string {
  return plain === undefined ? '-' : figure(of(subject) / of(plain));
}
