import type { ApiObject } from '../../api/meta/metadata.ts';
import { type DiffOperation, jsonDiff } from '../../api/patch/json-diff.ts';
import { type Author, authorOf } from '../shared/history/author.ts';
import type { Change } from '../shared/history/change.ts';

/** Characters of a value. */
const maxValue = 100;

/** Fields that change with every write and say nothing. */
const quiet = ['managedFields', 'resourceVersion', 'generation'];

/** The change as lines for people, or as one line of JSON. None when nothing is left of it to show. */
export function changeLines(change: Change, shown: { withStatus: boolean; isJson: boolean }): string[] {
  const { kind, revision, before, after } = change;
  const operations =
    kind === 'changed'
      ? [...jsonDiff(visible(before!, shown.withStatus), visible(after, shown.withStatus))]
      : [];
  if (kind === 'changed' && operations.length === 0) return [];
  const author = authorOf(change, operations[0]?.path);
  if (shown.isJson) {
    const { manager, operation, subresource, time } = author ?? {};
    return [
      JSON.stringify({ revision, change: kind, time, manager, operation, subresource, patch: operations }),
    ];
  }
  return [headOf(change, author), ...operations.map((operation) => `  ${operationLine(operation, before!)}`)];
}

/** `revision 120  2026-11-24T12:00:00Z  orchctl (Apply): changed` */
function headOf({ kind, revision }: Change, author: Author | undefined): string {
  const by =
    author === undefined
      ? 'by an unknown manager'
      : `${author.manager} (${author.operation}${author.subresource === '' ? '' : ` of ${author.subresource}`})`;
  const time = author?.time || 'at an unknown time';
  return `revision ${revision}  ${time}  ${by}: ${kind}`;
}

/** `spec.replicas: 1 -> 3` */
function operationLine(operation: DiffOperation, before: ApiObject): string {
  const path = operation.path.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  if (operation.op === 'remove') return `${path}: ${valueText(valueAt(before, operation.path))} -> none`;
  if (operation.op === 'add') return `${path}: none -> ${valueText(operation.value)}`;
  return `${path}: ${valueText(valueAt(before, operation.path))} -> ${valueText(operation.value)}`;
}

/** Undefined where a list has changed before the place. */
function valueAt(object: unknown, path: string): unknown {
  const steps = path.split('/').slice(1);
  return steps.reduce<unknown>(
    (value, step) =>
      (value as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    object,
  );
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'none';
  return text.length > maxValue ? `${text.slice(0, maxValue)}...` : text;
}

function visible(object: ApiObject, withStatus: boolean): object {
  const metadata = Object.fromEntries(
    Object.entries(object.metadata).filter(([name]) => !quiet.includes(name)),
  );
  const { status, ...rest } = object as ApiObject & { status?: unknown };
  return { ...rest, metadata, ...(withStatus && status !== undefined ? { status } : {}) };
}
