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

/** How the object differs, in a version of its kind; undefined for a version that does not exist (any more). */
export type Differences = (apiVersion: string) => Comparison | undefined;

/**
 * Who owns what after an update: its writer all that is new or different, nobody what is gone. Entries come back in
 * order, those without a change as they are. Who sets something gets a new time, who only takes away keeps the old one.
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
    const left = isWriter ? taken(entry, inVersion, now) : withSet(entry, given(entry.fieldsV1, inVersion));
    if (left !== undefined) result.push(left);
  }
  if (!isKnown && own.changed !== undefined) result.push(entryOf(writer, own.changed, now));
  return sortedEntries(ancientEntries(result));
}

/**
 * What a manager has left after somebody else's change. What it owns and never stood there (a zero or an empty list,
 * which objects leave out) stays its own, also when what it would have stood in is gone.
 */
export function given(set: FieldSet, { changed, removed }: Comparison): FieldSet {
  return difference(difference(set, changed), removed);
}

function taken(entry: TrackedEntry, { changed, removed }: Comparison, now: string): TrackedEntry | undefined {
  const left = difference(entry.fieldsV1, removed);
  return withSet(entry, union(left, changed), changed === undefined ? entry.time : now);
}

/** The paths of a set to which a change gives another value. */
export function touched(set: FieldSet, { changed }: Comparison): FieldSet {
  return intersection(set, changed);
}
