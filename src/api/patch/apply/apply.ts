import type { JsonMap } from '../../json/json-values.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { type Comparison, compareObjects } from './compare.ts';
import { configFieldsInTurns } from './config-fields.ts';
import { conflictError, type FieldConflict } from './conflicts.ts';
import { difference, type FieldNode, type FieldSet, sameSet } from './field-set.ts';
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
import type { TypedSchemas } from './structure.ts';
import type { FieldFilter } from './tracked.ts';
import { type Differences, given, touched } from './update.ts';
import type { KnownNodes, Turn } from './wide-nodes.ts';

/** A configuration that somebody applies to an object. Everything is in the version of the request. */
export interface ApplyRequest {
  /** Shaped; never changed. */
  live: JsonMap;
  config: JsonMap;
  applier: ManagerIdentity;
  /** What is recorded of the live object. */
  entries: readonly TrackedEntry[];
  /** Takes over what others own. */
  force: boolean;
  /** An apply that changes nothing need not be completed. */
  mayStay: boolean;
  /** Paths that are taken over all the same, whoever owns them. */
  yielding: FieldSet;
  schema: StructSchema;
  structures: TypedSchemas;
  counts: FieldFilter;
  now: string;
  /** The fields of an entry in the version of the request. */
  fieldsOf(entry: TrackedEntry): FieldSet;
  /** What becomes of what the merge made when it is kept: shaped, with defaults. Asked once at most. May refuse. */
  complete(merged: JsonMap): Completion;
  /** Gives others their turn between two steps; undefined when the steps are short. */
  turn: Turn;
}

export interface Completion {
  /** How it differs from the live object in other versions than that of the request. */
  differences: Differences;
  /** Whether nothing of it differs. */
  isSame(): boolean;
}

export interface Applied {
  entries: readonly TrackedEntry[];
  /** Neither the object nor who owns its fields. */
  isUnchanged: boolean;
}

/**
 * Merges the configuration into the live object, takes out what its applier does not list any more and nobody else
 * owns, and records who owns what then. Throws ConfigError; StatusError for conflicts.
 *
 * In the version of the request the configuration counts as it stands there, without defaults and in its own words:
 * who leaves the protocol out of a rule of an atomic list, or writes `1000m` for `1`, says something else than whoever
 * owns it in full. Versions into which it has to be converted see it completed.
 */
export async function applyConfig(request: ApplyRequest): Promise<Applied> {
  const { live, config, applier, entries, schema, structures, counts } = request;
  const set = await configFieldsInTurns(config, schema, structures, counts, request.turn);
  await request.turn();
  const previous = entries.find((entry) => isSameManager(entry, applier));
  const others = entries.filter((entry) => entry !== previous);
  const merged = mergeConfig(live, config, schema, structures);
  const next = withoutGivenUp(request, merged, set, previous, others);
  await request.turn();
  const own = compareObjects(live, next, schema, structures, counts);
  // What is the same already need not be completed: the usual case by far, and so a fast one.
  if (request.mayStay && previous !== undefined && isSame(own)) {
    if (ownEntry(applier, set, previous, '') === previous) return { entries, isUnchanged: true };
  }
  await request.turn();
  const completion = once(() => request.complete(next));
  const differences: Differences = (version) =>
    version === applier.apiVersion ? own : completion().differences(version);
  checkConflicts(request, others, differences);
  const left = isSame(own) ? others : others.flatMap((entry) => afterApply(entry, differences));
  const entry = ownEntry(applier, set, isSame(own) ? previous : undefined, request.now);
  const after = sortedEntries(entry === undefined ? left : [...left, entry]);
  await request.turn();
  const outcome = completion();
  await request.turn();
  const isUnchanged = entry !== undefined && areSameOwners(entries, after) && outcome.isSame();
  // Nothing is written for the sake of another time.
  return { entries: isUnchanged ? entries : after, isUnchanged };
}

function once<T>(work: () => T): () => T {
  let result: { value: T } | undefined;
  return () => (result ??= { value: work() }).value;
}

/** Who owns what, whatever the times. */
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

/** How a live object differs from the empty one: what is in it. */
export function fieldsOfObject(
  object: JsonMap,
  empty: JsonMap,
  { schema, structures, counts }: Pick<ApplyRequest, 'schema' | 'structures' | 'counts'>,
  wide: KnownNodes | undefined,
): FieldSet {
  return compareObjects(empty, object, schema, structures, counts, wide).changed;
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
  applier: ManagerIdentity,
  set: FieldSet,
  previous: TrackedEntry | undefined,
  now: string,
): TrackedEntry | undefined {
  if (set === undefined) return undefined;
  const isSame = previous?.apiVersion === applier.apiVersion && sameSet(previous.fieldsV1, set);
  return isSame ? previous : entryOf(applier, set, now);
}
