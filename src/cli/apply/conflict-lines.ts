import type { ApiObject } from '../../api/meta/metadata.ts';
import type { StatusCause, StatusError } from '../../api/meta/status.ts';
import { humanDuration } from '../../util/duration.ts';
import type { ManifestTarget } from '../shared/resources/target.ts';
import { valueAt } from './field-path.ts';

export interface ConflictScene {
  target: Pick<ManifestTarget, 'object' | 'source'>;
  /** The object on the server; undefined when it cannot be read. */
  live: ApiObject | undefined;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * A conflict as the server says it, each field with its manager, since when, and both values; and what can be done.
 *
 *     FIELD            MANAGER        WRITTEN   ON THE SERVER   IN web.yaml
 *     .spec.replicas   kubectl-edit   5m ago    5               3
 */
export function conflictLines(error: unknown, scene: ConflictScene): string[] {
  const { message, details } = error as StatusError;
  const { source } = scene.target;
  const causes = (details?.causes ?? []).filter(({ reason }) => reason === 'FieldManagerConflict');
  const header = ['FIELD', 'MANAGER', 'WRITTEN', 'ON THE SERVER', `IN ${source}`];
  const rows = causes.map((cause) => rowOf(cause, scene));
  return [
    message,
    '',
    ...aligned([header, ...rows]).map((line) => `  ${line}`),
    '',
    'These fields belong to other managers. There are three ways on:',
    '  * take them over with your values: run the command again with --force-conflicts',
    `  * leave them to their managers: remove them from ${source}`,
    `  * own them together: give them in ${source} the values that they have on the server`,
  ];
}

function rowOf({ field = '', message = '' }: StatusCause, { target, live, now }: ConflictScene): string[] {
  const manager = /^conflict with "(.*?)"/.exec(message)?.[1] ?? '?';
  return [
    ...[field, manager, writtenBy(manager, live, now)],
    live === undefined ? '?' : shown(valueAt(live, field)),
    shown(valueAt(target.object, field)),
  ];
}

function writtenBy(manager: string, live: ApiObject | undefined, now: number): string {
  const times = (live?.metadata.managedFields ?? [])
    .filter((entry) => entry.manager === manager && entry.time !== undefined)
    .map(({ time }) => Date.parse(time!));
  return times.length === 0 ? '?' : `${humanDuration(now - Math.max(...times))} ago`;
}

/** Characters of a value. */
const maxValue = 40;

function shown(value: unknown): string {
  const text = value === undefined ? '-' : JSON.stringify(value);
  return text.length > maxValue ? `${text.slice(0, maxValue - 3)}...` : text;
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('   ')
      .trimEnd(),
  );
}
