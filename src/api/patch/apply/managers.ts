import { writeJson } from '../../codec/json.ts';
import { isMap } from '../../json/json-values.ts';
import type { ManagedFieldsEntry } from '../../meta/metadata.ts';
import { FieldPath } from '../../validation/field-errors.ts';
import { validateFieldManager } from '../../validation/managed-fields-validation.ts';
import { canonicalTime } from '../../values/time.ts';
import { neverTracked } from './field-filter.ts';
import { differenceBelow, type FieldNode, type FieldSet } from './field-set.ts';
import { parseFieldsV1 } from './fields-v1.ts';

/** Name of who sets fields, the way, the version of the kind and the subresource ("" for none). */
export interface ManagerIdentity {
  manager: string;
  operation: 'Apply' | 'Update';
  apiVersion: string;
  subresource: string;
}

/**
 * An entry as this server writes it: complete, its set canonical and not empty. Only what was applied and never changed
 * the object has no time.
 */
export type TrackedEntry = ManagedFieldsEntry & ManagerIdentity & { fieldsV1: FieldNode };

/** managedFields of a stored object. */
export function storedEntries(entries: readonly ManagedFieldsEntry[] | undefined): TrackedEntry[] {
  return (entries ?? []) as TrackedEntry[];
}

export function entryOf(manager: ManagerIdentity, set: FieldNode, time: string | undefined): TrackedEntry {
  const { subresource, ...rest } = manager;
  const entry = {
    ...rest,
    ...(time === undefined ? {} : { time }),
    fieldsType: 'FieldsV1',
    fieldsV1: set,
    ...(subresource === '' ? {} : { subresource }),
  };
  return entry as TrackedEntry;
}

/** The entry with another set; undefined when the set is empty. */
export function withSet(entry: TrackedEntry, set: FieldSet, time = entry.time): TrackedEntry | undefined {
  if (set === undefined) return undefined;
  if (time !== undefined && time !== entry.time) return { ...entry, time, fieldsV1: set };
  return set === entry.fieldsV1 ? entry : { ...entry, fieldsV1: set };
}

/** An applier is the same manager in all versions; an updater is another one in each version. */
export function isSameManager(a: ManagerIdentity, b: ManagerIdentity): boolean {
  return (
    a.manager === b.manager &&
    a.operation === b.operation &&
    (a.subresource ?? '') === (b.subresource ?? '') &&
    (a.operation === 'Apply' || a.apiVersion === b.apiVersion)
  );
}

/** Orders managers where nothing else does. */
export function identityText({ manager, operation, apiVersion, subresource }: ManagerIdentity): string {
  return writeJson({
    ...(manager ? { manager } : {}),
    operation,
    ...(operation === 'Update' ? { apiVersion } : {}),
    ...(subresource ? { subresource } : {}),
  });
}

/** Appliers first, then by time, manager, version, subresource. */
export function sortedEntries(entries: readonly TrackedEntry[]): TrackedEntry[] {
  return [...entries].sort(
    (a, b) =>
      order(a.operation, b.operation) ||
      order(a.time ?? '', b.time ?? '') ||
      order(a.manager, b.manager) ||
      order(a.apiVersion, b.apiVersion) ||
      order(a.subresource ?? '', b.subresource ?? ''),
  );
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A list of one empty entry: the client resets managedFields. */
export function isReset(entries: readonly ManagedFieldsEntry[] | undefined): boolean {
  return entries?.length === 1 && Object.keys(entries[0] ?? {}).length === 0;
}

/** Entries sent by a client; undefined when one of them is invalid. */
export function decodeEntries(entries: readonly ManagedFieldsEntry[]): TrackedEntry[] | undefined {
  try {
    const decoded: TrackedEntry[] = [];
    for (const entry of entries) {
      const one = decodeEntry(entry);
      const same = one === undefined ? -1 : decoded.findIndex((other) => isSameManager(one, other));
      if (same !== -1) decoded.splice(same, 1);
      if (one !== undefined) decoded.push(one);
    }
    return sortedEntries(decoded);
  } catch {
    return undefined;
  }
}

/** Undefined when its set is empty. Throws when the entry is invalid. */
function decodeEntry(entry: ManagedFieldsEntry): TrackedEntry | undefined {
  const { manager = '', operation, apiVersion, time, fieldsType, fieldsV1, subresource = '' } = entry;
  if (operation !== 'Apply' && operation !== 'Update') throw new Error('operation');
  if (fieldsType !== 'FieldsV1' || !isMap(fieldsV1)) throw new Error('fields');
  if (typeof apiVersion !== 'string' || apiVersion === '') throw new Error('apiVersion');
  if (validateFieldManager(manager, FieldPath.of('manager')).length > 0) throw new Error('manager');
  const set = differenceBelow(parseFieldsV1(fieldsV1), neverTracked);
  if (set === undefined) return undefined;
  const identity: ManagerIdentity = { manager: manager || 'unknown', operation, apiVersion, subresource };
  return entryOf(identity, set, time === undefined || time === null ? undefined : canonicalTime(time));
}
