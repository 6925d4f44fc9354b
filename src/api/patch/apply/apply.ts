import type { StructSchema } from '../../schema/schema.ts';
import type { JsonMap } from '../json-values.ts';
import { type Comparison, compareObjects } from './compare.ts';
import { configFields } from './config-fields.ts';
import { conflictError, type FieldConflict } from './conflicts.ts';
import { difference, type FieldNode, type FieldSet, sameSet } from './field-set.ts';
import {
  entryOf,
  type FieldManager,
  isSameManager,
  sortedEntries,
  type TrackedEntry,
  withSet,
} from './managers.ts';
import { mergeConfig } from './merge.ts';
import { pruneObject } from './prune.ts';
import type { Structures } from './structure.ts';
import type { Counts } from './tracked.ts';
import { type Differences, given, touched } from './update.ts';

/** A configuration that somebody applies to an object. Everything is in the version of the request. */
export interface ApplyRequest {
  /** Shaped; never changed. */
  live: JsonMap;
  config: JsonMap;
  applier: FieldManager;
  /** What is recorded of the live object. */
  entries: readonly TrackedEntry[];
  /** Takes over what others own. */
  force: boolean;
  /** An apply that changes nothing need not be completed. */
  mayStay: boolean;
  /** Paths that are taken over all the same, whoever owns them. */
  yielding: FieldSet;
  schema: StructSchema;
  structures: Structures;
  counts: Counts;
  now: string;
  /** The fields of an entry in the version of the request. */
  fieldsOf(entry: TrackedEntry): FieldSet;
  /** What the merge made as it is kept: shaped, with defaults, which tell no difference where they are all. May refuse. */
  complete(merged: JsonMap): JsonMap;
  /** How an object differs from the live one, in each version. */
  differences(next: JsonMap): Differences;
}

export interface Applied {
  entries: readonly TrackedEntry[];
  /** Neither the object nor who owns its fields. */
  isUnchanged: boolean;
}

/**
 * Merges the configuration into the live object, takes out what its applier does not list any more and nobody else
 * owns, and records who owns what then. Throws ConfigError; StatusError for conflicts.
 */
export function applyConfig(request: ApplyRequest): Applied {
  const { live, config, applier, entries, schema, structures, counts } = request;
  const set = configFields(config, schema, structures, counts);
  const previous = entries.find((entry) => isSameManager(entry, applier));
  const others = entries.filter((entry) => entry !== previous);
  const merged = mergeConfig(live, config, schema, structures);
  const next = withoutGivenUp(request, merged, set, previous, others);
  // What is the same already need not be completed: the usual case by far, and so a fast one.
  if (request.mayStay && previous !== undefined && ownEntry(applier, set, previous, '') === previous) {
    if (isSame(compareObjects(live, next, schema, structures, counts))) {
      return { entries, isUnchanged: true };
    }
  }
  const differences = request.differences(request.complete(next));
  checkConflicts(request, others, differences);
  const isSameObject = isSame(differences(applier.apiVersion)!);
  const left = isSameObject ? others : others.flatMap((entry) => afterApply(entry, differences));
  const own = ownEntry(applier, set, isSameObject ? previous : undefined, request.now);
  const isUnchanged = isSameObject && own !== undefined && own === previous;
  return { entries: sortedEntries(own === undefined ? left : [...left, own]), isUnchanged };
}

const isSame = ({ changed, removed }: Comparison): boolean => changed === undefined && removed === undefined;

/** How a live object differs from the empty one: what is in it. */
export function fieldsOfObject(
  object: JsonMap,
  empty: JsonMap,
  { schema, structures, counts }: Pick<ApplyRequest, 'schema' | 'structures' | 'counts'>,
): FieldSet {
  return compareObjects(empty, object, schema, structures, counts).changed;
}

function withoutGivenUp(
  { schema, structures, fieldsOf }: ApplyRequest,
  merged: JsonMap,
  set: FieldSet,
  previous: TrackedEntry | undefined,
  others: readonly TrackedEntry[],
): JsonMap {
  const before = previous === undefined ? undefined : fieldsOf(previous);
  const givenUp = sameSet(before, set) ? undefined : difference(before, set);
  if (givenUp === undefined) return merged;
  const kept = [set, ...others.map(fieldsOf)].filter((node): node is FieldNode => node !== undefined);
  return pruneObject(merged, givenUp, kept, schema, structures);
}

function checkConflicts(
  { force, yielding }: ApplyRequest,
  others: readonly TrackedEntry[],
  differences: Differences,
): void {
  if (force) return;
  const conflicts = others.flatMap((manager): FieldConflict[] => {
    const inVersion = differences(manager.apiVersion);
    const set = inVersion === undefined ? undefined : touched(manager.fieldsV1, inVersion);
    return set === undefined ? [] : [{ manager, set }];
  });
  const hard = conflicts.flatMap(({ manager, set }): FieldConflict[] => {
    const rest = difference(set, yielding);
    return rest === undefined ? [] : [{ manager, set: rest }];
  });
  if (hard.length > 0) throw conflictError(hard);
}

function afterApply(entry: TrackedEntry, differences: Differences): TrackedEntry[] {
  const inVersion = differences(entry.apiVersion);
  const left = inVersion === undefined ? undefined : withSet(entry, given(entry.fieldsV1, inVersion));
  return left === undefined ? [] : [left];
}

/** `previous` stands for an apply that changes nothing: then its entry stays, if its fields are the same. */
function ownEntry(
  applier: FieldManager,
  set: FieldSet,
  previous: TrackedEntry | undefined,
  now: string,
): TrackedEntry | undefined {
  if (set === undefined) return undefined;
  const isSame = previous?.apiVersion === applier.apiVersion && sameSet(previous.fieldsV1, set);
  return isSame ? previous : entryOf(applier, set, now);
}
