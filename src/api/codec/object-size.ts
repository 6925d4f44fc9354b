import type { ApiObject } from '../meta/metadata.ts';
import { entityTooLarge } from '../meta/status.ts';
import { type TextStructure, textStructure, weightOf } from './text-structure.ts';

/** The limit of the store, which is etcd's default. */
const maxObjectBytes = 1.5 * 1024 * 1024;
/**
 * So many values of 35 bytes have the size of the store's limit. With more values one step of a request would take
 * longer than 50 ms (`WORKLOADS=wide make bench`). A CustomResourceDefinition of 480 KB has 9,000.
 */
export const maxValues = 45_000;
/** managedFields have up to two values for each value of the object, and must be accepted when they are sent back. */
const maxManagedFieldsValues = 2 * maxValues;
export const maxValuesInText = maxValues + maxManagedFieldsValues;

/**
 * Rejects a JSON text with more values than an object and its managedFields may have, before it is parsed. Throws
 * RequestEntityTooLarge; returns the structure of the text if the text was long enough to be checked.
 */
export function checkTextValues(text: string): TextStructure | undefined {
  if (text.length < maxValuesInText) return undefined;
  const structure = textStructure(text);
  if (structure.values > maxValuesInText) throw tooManyValues();
  return structure;
}

/** As checkTextValues, for JSON in an annotation that a conversion makes into fields. */
export function checkPartValues(text: string): void {
  if (text.length >= maxValues && textStructure(text).values > maxValues) throw tooManyValues();
}

/**
 * Rejects an object with too many values before it is normalized. `atMost`: upper bound of their number, if known,
 * e.g. the byte length. `stored`: the object before the patch; its managedFields were already checked.
 */
export function checkValueCount(value: unknown, atMost = Number.POSITIVE_INFINITY, stored?: ApiObject): void {
  if (atMost <= maxValues) return;
  const managedFields = managedFieldsOf(value);
  const isChecked = managedFields === undefined || managedFields === managedFieldsOf(stored);
  if (!isChecked && valuesLeft(managedFields, maxManagedFieldsValues + 1) < 0) throw tooManyValues();
  if (valuesLeft(value, maxValues, managedFields) < 0) throw tooManyValues();
}

/** Defaults cannot make too many values of a smaller body, even if it consists of empty items. */
const minGrowingBytes = 16 * 1024;

/** Rejects an object with too many values because of its defaults. `sent`: the bytes of the body. */
export function checkDefaultedCount(object: ApiObject, sent = 0): void {
  if (sent >= minGrowingBytes) checkValueCount(object, undefined, object);
}

const managedFieldsOf = (value: unknown) =>
  (value as Partial<ApiObject> | null | undefined)?.metadata?.managedFields;

export const tooManyValues = () => entityTooLarge(`limit is ${maxValues} values`);

/**
 * Rejects an object that is too large for the store, before anything expensive is done with it. `atMost`: upper bound
 * of its bytes, if known. Throws RequestEntityTooLarge.
 */
export function checkObjectSize(object: object, atMost = Number.POSITIVE_INFINITY): void {
  if (atMost <= maxObjectBytes) return;
  if (bytesLeft(object, maxObjectBytes) < 0) throw entityTooLarge(`limit is ${maxObjectBytes}`);
}

/**
 * How many of the available values are left; negative as soon as there are too many. Does not count `excepted`. Not
 * recursive; for-in takes a third of the time of Object.keys for large maps.
 */
function valuesLeft(value: unknown, available: number, excepted?: unknown): number {
  let left = available - 1;
  const open = isContainer(value) ? [value] : [];
  for (let one = open.pop(); one !== undefined && left >= 0; one = open.pop()) {
    if (one === excepted) continue;
    if (Array.isArray(one)) {
      left -= weightOf(one.length, false);
      for (let index = 0; index < one.length; index++) if (isContainer(one[index])) open.push(one[index]);
    } else {
      let members = 0;
      for (const key in one) {
        members++;
        const part = (one as Record<string, unknown>)[key];
        if (isContainer(part)) open.push(part);
      }
      left -= weightOf(members, true);
    }
  }
  return left;
}

/** How many of the available bytes the JSON of an object leaves; does not count what escapes add. */
function bytesLeft(object: object, available: number): number {
  let left = available - 1;
  const open = [object];
  const take = (part: unknown): void => {
    left -= typeof part === 'string' ? part.length + 3 : 2;
    if (isContainer(part)) open.push(part);
  };
  for (let one = open.pop(); one !== undefined && left >= 0; one = open.pop()) {
    if (Array.isArray(one)) {
      for (let index = 0; index < one.length && left >= 0; index++) take(one[index]);
    } else {
      for (const key in one) {
        left -= key.length + 3;
        take((one as Record<string, unknown>)[key]);
        if (left < 0) break;
      }
    }
  }
  return left;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
