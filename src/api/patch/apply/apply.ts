import type { StructSchema } from '../../schema/schema.ts';
import type { JsonMap } from '../json-values.ts';
import { compareObjects } from './compare.ts';
import { configFields } from './config-fields.ts';
import { conflictError, type FieldConflict } from './conflicts.ts';
import { difference, type FieldNode, type FieldSet, sameSet } from './field-set.ts';
import { entryOf, type FieldManager, isSameManager, sortedEntries, type TrackedEntry, withSet } from './managers.ts';
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
  /** Paths that are taken over all the same, whoever owns them. */
  yielding: FieldSet;
  schema: StructSchema;
  structures: Structures;
  counts: Counts;
  now: string;
  /** The fields of an entry in the version of the request. */
  fieldsOf(entry: TrackedEntry): FieldSet;
  /** Checks and shapes what the merge made. May refuse. */
  shape(merged: JsonMap): JsonMap;
  /** How an object differs from the live one, in each version. */
  differences(next: JsonMap): Differences;
}

export interface Applied {
  /** Shaped, without defaults. */
  object: JsonMap;
  entries: readonly TrackedEntry[];
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
  const object = request.shape(withoutGivenUp(request, merged, set, previous, others));
  const differences = request.differences(object);
  checkConflicts(request, others, differences);
  const { changed, removed } = differences(applier.apiVersion)!;
  const isSame = changed === undefined && removed === undefined;
  const left = isSame ? others : others.flatMap((entry) => afterApply(entry, differences));
  const own = ownEntry(applier, set, isSame ? previous : undefined, request.now);
  return { object, entries: sortedEntries(own === undefined ? left : [...left, own]) };
}

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
  const givenUp = previous === undefined ? undefined : difference(fieldsOf(previous), set);
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
