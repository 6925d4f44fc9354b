import type { ManagedFieldsEntry } from '../../../api/meta/metadata.ts';
import type { Change } from './change.ts';

/** Author of a change, from managedFields. */
export interface Author {
  manager: string;
  operation: string;
  subresource: string;
  time: string;
}

/**
 * The manager of a change: the one whose entry of managedFields is new or has a new time; else one whose entry has grown, as
 * others lose the fields that a manager takes. Where all entries are as before (twice in one second), it is who owns the
 * changed field now, if that is one manager only. `path`: a pointer to a field that changed.
 */
export function authorOf({ kind, before, after }: Change, path: string | undefined): Author | undefined {
  // That an object was deleted leaves no entry.
  if (kind === 'deleted') return undefined;
  const entries = after.metadata.managedFields ?? [];
  const known = new Map((before?.metadata.managedFields ?? []).map((entry) => [keyOf(entry), entry]));
  const changed = entries
    .map((entry) => ({ entry, rank: rankOf(known.get(keyOf(entry)), entry) }))
    .filter(({ rank }) => rank > 0)
    .sort(
      (one, other) => other.rank - one.rank || ((one.entry.time ?? '') < (other.entry.time ?? '') ? 1 : -1),
    );
  const latest = changed[0]?.entry ?? onlyOwner(entries, path);
  if (latest === undefined) return undefined;
  const { manager = '', operation = '', subresource = '', time = '' } = latest;
  return { manager, operation, subresource, time };
}

const keyOf = ({ manager, operation, subresource, apiVersion }: ManagedFieldsEntry): string =>
  JSON.stringify([manager, operation, subresource, apiVersion]);

/** 0 for an entry that is as it was. */
function rankOf(before: ManagedFieldsEntry | undefined, after: ManagedFieldsEntry): number {
  if (before === undefined) return 4;
  if (before.time !== after.time) return 3;
  const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
  if (was === is) return 0;
  return is.length >= was.length ? 2 : 1;
}

function onlyOwner(
  entries: readonly ManagedFieldsEntry[],
  path: string | undefined,
): ManagedFieldsEntry | undefined {
  if (path === undefined) return undefined;
  const steps = path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const owners = entries.filter(({ fieldsV1 }) => owns(fieldsV1, steps));
  return owners.length === 1 ? owners[0] : undefined;
}

/** Whether a set of fields has the one at the end of the steps, or one above it. Of a list any item will do. */
function owns(fields: unknown, [step, ...rest]: readonly string[]): boolean {
  if (typeof fields !== 'object' || fields === null) return false;
  if (step === undefined || Object.keys(fields).length === 0) return true;
  return Object.entries(fields).some(([key, below]) => {
    const isNext = key === `f:${step}` || (/^\d+$/.test(step) && /^[kvi]:/.test(key));
    return isNext && owns(below, rest);
  });
}
