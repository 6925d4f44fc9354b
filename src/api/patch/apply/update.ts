import { ancientEntries } from './ancient-changes.ts';
import type { Comparison } from './compare.ts';
import { difference, differenceBelow, type FieldSet, intersection, lowest, union } from './field-set.ts';
import {
  entryOf,
  type FieldManager,
  isSameManager,
  sortedEntries,
  type TrackedEntry,
  withSet,
} from './managers.ts';

/** How the object differs, in a version of its kind; undefined for a version that does not exist (any more). */
export type Differences = (apiVersion: string) => Comparison | undefined;

/**
 * Who owns what after an update: its writer all that is new or different, nobody what is gone. Entries come back in
 * order, those without a change as they are. Who changed a thing of its own gets a new time.
 */
export function entriesAfterUpdate(
  entries: readonly TrackedEntry[],
  writer: FieldManager,
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
 * What a manager has left after somebody else's change. Whoever owns a map that was empty still owns it when another
 * puts something in: that the map is there is what both want.
 */
export function given(set: FieldSet, { changed, removed }: Comparison): FieldSet {
  return differenceBelow(difference(set, lowest(changed)), removed);
}

function taken(entry: TrackedEntry, { changed, removed }: Comparison, now: string): TrackedEntry | undefined {
  const left = differenceBelow(entry.fieldsV1, removed);
  const isTouched = changed !== undefined || left !== entry.fieldsV1;
  return withSet(entry, union(left, changed), isTouched ? now : entry.time);
}

/** The paths of a set to which a change gives another value. */
export function touched(set: FieldSet, { changed }: Comparison): FieldSet {
  return intersection(set, lowest(changed));
}
