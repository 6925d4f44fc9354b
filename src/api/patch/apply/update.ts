import { ancientEntries } from './ancient-changes.ts';
import type { Comparison } from './compare.ts';
import { difference, type FieldSet, intersection, union } from './field-set.ts';
import {
  entryOf,
  isSameManager,
  type ManagerIdentity,
  sortedEntries,
  type TrackedEntry,
  withSet,
} from './managers.ts';

/** Differences of the object, in a version of its kind; undefined for a version that does not exist (any more). */
export type Differences = (apiVersion: string) => Comparison | undefined;

/**
 * managedFields after an update: its manager owns all fields that are new or different, no manager owns removed ones.
 * Entries are returned in order, unchanged ones as they are. A manager that sets a field gets a new time, one that only
 * removes fields keeps the old one.
 */
export function entriesAfterUpdate(
  entries: readonly TrackedEntry[],
  writer: ManagerIdentity,
  differences: Differences,
  now: string,
): TrackedEntry[] {
  const own = differences(writer.apiVersion)!;
  const result: TrackedEntry[] = [];
  let isKnown = false;
  for (const entry of entries) {
    const inVersion = entry.apiVersion === writer.apiVersion ? own : differences(entry.apiVersion);
    if (inVersion === undefined) continue;
    const isWriter = isSameManager(entry, writer);
    isKnown ||= isWriter;
    const left = isWriter
      ? afterOwnUpdate(entry, inVersion, now)
      : withSet(entry, remainingFields(entry.fieldsV1, inVersion));
    if (left !== undefined) result.push(left);
  }
  if (!isKnown && own.changed !== undefined) result.push(entryOf(writer, own.changed, now));
  return sortedEntries(ancientEntries(result));
}

/**
 * The fields that a manager still owns after another manager's change. Fields it owns that objects leave out (a zero,
 * an empty list) stay its own, even when the struct around them is removed.
 */
export function remainingFields(set: FieldSet, { changed, removed }: Comparison): FieldSet {
  return difference(difference(set, changed), removed);
}

function afterOwnUpdate(
  entry: TrackedEntry,
  { changed, removed }: Comparison,
  now: string,
): TrackedEntry | undefined {
  const left = difference(entry.fieldsV1, removed);
  return withSet(entry, union(left, changed), changed === undefined ? entry.time : now);
}

/** The fields of a set that a change gives another value. */
export function changedFields(set: FieldSet, { changed }: Comparison): FieldSet {
  return intersection(set, changed);
}
