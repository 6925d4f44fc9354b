import type { ReleaseGaps } from './release-gaps.ts';
import type { Count, HiddenField, UnknownKeys, Unreadable } from './store-survey.ts';

/** The findings of the program, as its JSON output has them. */
export interface StoreReport {
  /** `etcd 3.5.16`, `embedded`. */
  store: string;
  revision: number;
  sizeBytes: number;
  objects: readonly Count[];
  shared: Readonly<Record<string, number>>;
  unknownKeys: readonly UnknownKeys[];
  /** Number of unreadable objects. */
  unreadableCount: number;
  /** The first ones. */
  unreadable: readonly Unreadable[];
  /** Number of objects that lack their own name or namespace. */
  unplacedCount: number;
  /** The keys of the first ones. */
  unplaced: readonly string[];
  releases: readonly ReleaseGaps[];
  /** The release of `--emulated-version`. */
  release: string;
  /** Fields that a server of this release does not show, and loses with the next write of the object. */
  hidden: readonly HiddenField[];
}

/** The report for people. */
export function reportText(report: StoreReport): string {
  const { objects, shared, unknownKeys, unreadable, unreadableCount, unplaced, unplacedCount, releases } =
    report;
  const total = objects.reduce((sum, { count }) => sum + count, 0);
  const lines = [
    `${report.store}, revision ${report.revision}, ${report.sizeBytes} bytes, ${total} objects`,
    '',
    ...table(
      ['RESOURCE', 'STORED AS', 'FORM', 'ENCRYPTION', 'OBJECTS', 'BYTES'],
      objects.map(({ resource, apiVersion, form, encryption, count, bytes }) => [
        resource,
        apiVersion,
        form || '-',
        encryption || '-',
        String(count),
        String(bytes),
      ]),
    ),
    ...section(
      'Shared by servers',
      Object.entries(shared).map(([name, count]) => `${name}: ${count}`),
    ),
    ...section(
      'Keys that belong to no resource type',
      unknownKeys.map(({ name, count, example }) => `${name}: ${count}, such as ${example}`),
    ),
    ...section(
      `Objects that cannot be read: ${unreadableCount}`,
      unreadable.map(({ key, reason }) => `${key}: ${reason}`),
    ),
    ...section(`Objects that lack their own name or namespace: ${unplacedCount}`, unplaced),
    ...releases.flatMap(({ release, unreadable: unread, unserved }) => [
      ...section(
        `A server of release ${release} cannot read`,
        unread.map((gap) => `${gap.count} ${gap.resource} of ${gap.apiVersion}`),
      ),
      ...section(
        `A server of release ${release} does not serve`,
        unserved.map((gap) => `${gap.count} ${gap.resource}`),
      ),
    ]),
    ...section(
      `A server of release ${report.release} does not show these fields, and a write there loses them`,
      report.hidden.map(({ resource, field, count }) => `${field} of ${count} ${resource}`),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('   ')
      .trimEnd(),
  );
}
