import type { Pacer } from '../../../util/pacer.ts';
import type { JsonMap } from '../../json/json-values.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { type Comparison, compareObjects, compareObjectsPaced } from './compare.ts';
import { configFields } from './config-fields.ts';
import { conflictError, type FieldConflict } from './conflicts.ts';
import type { FieldFilter } from './field-filter.ts';
import { difference, type FieldNode, type FieldSet, sameSet } from './field-set.ts';
import type { ListOrder } from './list-order.ts';
import {
  entryOf,
  isSameManager,
  type ManagerIdentity,
  sortedEntries,
  type TrackedEntry,
  withSet,
} from './managers.ts';
import { mergeConfig } from './merge.ts';
import { pruneObject } from './prune.ts';
import type { TypedSchemas } from './typed-schema.ts';
import { changedFields, type Differences, remainingFields } from './update.ts';

/** One server-side apply. Everything is in the version of the request. */
export interface ApplyRequest {
  /** Normalized; never mutated. */
  live: JsonMap;
  config: JsonMap;
  applier: ManagerIdentity;
  /** managedFields of the live object. */
  entries: readonly TrackedEntry[];
  /** Takes over fields that other managers own. */
  force: boolean;
  /** Whether an apply that changes nothing may skip `complete`. */
  mayBeNoop: boolean;
  /** Fields that are taken over without `force`, whichever manager owns them. */
  forceConflictsOn: FieldSet;
  schema: StructSchema;
  schemas: TypedSchemas;
  listOrder: ListOrder;
  filter: FieldFilter;
  now: string;
  /** The fields of an entry in the version of the request. */
  fieldsOf(entry: TrackedEntry): FieldSet;
  /** Normalizes and defaults the merged object. Called once at most. May throw. */
  complete(merged: JsonMap): Completion;
  pacer?: Pacer | undefined;
}

export interface Completion {
  /** Differences of the completed object from the live one in versions other than that of the request. */
  differences: Differences;
  /** Whether the completed object equals the live one. */
  isSame(): boolean;
}

export interface Applied {
  entries: readonly TrackedEntry[];
  /** Neither the object nor the owners of its fields change. */
  isUnchanged: boolean;
}

/**
 * Merges the configuration into the live object, removes fields that its applier no longer lists and no other manager
 * owns, and computes the new managedFields. Throws ConfigError; StatusError for conflicts.
 *
 * In the version of the request the configuration is compared as it is written, without defaults and not normalized:
 * leaving the protocol out of a rule of an atomic list, or writing `1000m` for `1`, conflicts with a manager that owns
 * the full value. Versions into which it has to be converted see it completed.
 */
export async function applyConfig(request: ApplyRequest): Promise<Applied> {
  const { live, config, applier, entries, schema, schemas, listOrder, filter } = request;
  const set = configFields(config, schema, schemas, filter);
  await request.pacer?.step();
  const previous = entries.find((entry) => isSameManager(entry, applier));
  const others = entries.filter((entry) => entry !== previous);
  const { object: merged, isReordered } = mergeConfig(live, config, schema, schemas, listOrder);
  await request.pacer?.step();
  const next = withoutGivenUp(request, merged, set, previous, others);
  await request.pacer?.step();
  const own = await compareObjectsPaced(live, next, request, request.pacer);
  const isUntouched = isSame(own) && !isReordered;
  // The usual case by far: nothing changes, so nothing needs to be completed.
  if (request.mayBeNoop && previous !== undefined && isUntouched) {
    if (ownEntry(applier, set, previous, previous.time) === previous) return { entries, isUnchanged: true };
  }
  await request.pacer?.step();
  const completion = once(() => request.complete(next));
  const differences: Differences = (version) =>
    version === applier.apiVersion ? own : completion().differences(version);
  checkConflicts(request, others, differences);
  const left = isSame(own) ? others : others.flatMap((entry) => afterApply(entry, differences));
  const entry = ownEntry(applier, set, previous, isUntouched ? previous?.time : request.now);
  const after = sortedEntries(entry === undefined ? left : [...left, entry]);
  await request.pacer?.step();
  const outcome = completion();
  await request.pacer?.step();
  const isUnchanged =
    entry !== undefined && !isReordered && areSameOwners(entries, after) && outcome.isSame();
  // A new time alone is not written.
  return { entries: isUnchanged ? entries : after, isUnchanged };
}

/** Calls `work` on first use and keeps its result. */
function once<T>(work: () => T): () => T {
  let result: { value: T } | undefined;
  return () => (result ??= { value: work() }).value;
}

/** Whether the same managers own the same fields, whatever the times. */
function areSameOwners(a: readonly TrackedEntry[], b: readonly TrackedEntry[]): boolean {
  return (
    a.length === b.length &&
    a.every((entry) => {
      const other = b.find((one) => isSameManager(one, entry));
      return other?.apiVersion === entry.apiVersion && sameSet(other.fieldsV1, entry.fieldsV1);
    })
  );
}

const isSame = ({ changed, removed }: Comparison): boolean => changed === undefined && removed === undefined;

/** All fields of an object. `empty`: an object of its type without any. */
export function fieldsOfObject(
  object: JsonMap,
  empty: JsonMap,
  { schema, schemas, filter }: Pick<ApplyRequest, 'schema' | 'schemas' | 'filter'>,
): FieldSet {
  return compareObjects(empty, object, schema, schemas, filter).changed;
}

function withoutGivenUp(
  { schema, schemas, fieldsOf }: ApplyRequest,
  merged: JsonMap,
  set: FieldSet,
  previous: TrackedEntry | undefined,
  others: readonly TrackedEntry[],
): JsonMap {
  const before = previous === undefined ? undefined : fieldsOf(previous);
  const givenUp = sameSet(before, set) ? undefined : difference(before, set);
  if (givenUp === undefined) return merged;
  const kept = [set, ...others.map(fieldsOf)].filter((node): node is FieldNode => node !== undefined);
  return pruneObject(merged, givenUp, kept, schema, schemas);
}

function checkConflicts(
  { force, forceConflictsOn }: ApplyRequest,
  others: readonly TrackedEntry[],
  differences: Differences,
): void {
  if (force) return;
  const conflicts = others.flatMap((manager): FieldConflict[] => {
    const inVersion = differences(manager.apiVersion);
    const set = inVersion === undefined ? undefined : changedFields(manager.fieldsV1, inVersion);
    return set === undefined ? [] : [{ manager, set }];
  });
  const hard = conflicts.flatMap(({ manager, set }): FieldConflict[] => {
    const rest = difference(set, forceConflictsOn);
    return rest === undefined ? [] : [{ manager, set: rest }];
  });
  if (hard.length > 0) throw conflictError(hard);
}

function afterApply(entry: TrackedEntry, differences: Differences): TrackedEntry[] {
  const inVersion = differences(entry.apiVersion);
  const left =
    inVersion === undefined ? undefined : withSet(entry, remainingFields(entry.fieldsV1, inVersion));
  return left === undefined ? [] : [left];
}

/**
 * `time`: that of the last apply that changed the object; undefined where none has. The `previous` entry stays if all of
 * it is the same.
 */
function ownEntry(
  applier: ManagerIdentity,
  set: FieldSet,
  previous: TrackedEntry | undefined,
  time: string | undefined,
): TrackedEntry | undefined {
  if (set === undefined) return undefined;
  const isSame =
    previous?.apiVersion === applier.apiVersion && previous.time === time && sameSet(previous.fieldsV1, set);
  return isSame ? previous : entryOf(applier, set, time);
}
