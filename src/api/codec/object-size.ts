import type { ApiObject } from '../meta/metadata.ts';
import { entityTooLarge } from '../meta/status.ts';
import { type TextStructure, textStructure, weightOf } from './text-structure.ts';

/** What the store takes for one object, in bytes; etcd's own default. */
const maxObjectBytes = 1.5 * 1024 * 1024;
/**
 * Those of 35 bytes each fill the store's limit. Smaller ones keep everybody waiting: with so many, at their worst, a
 * step of the way takes some 50 ms (`WORKLOADS=wide make bench`). A definition of resources with 480 KB has 9,000.
 */
export const maxValues = 45_000;
/** Of managedFields, which has up to two parts for each value of the object: what was read can be sent back. */
const maxManagedFieldsValues = 2 * maxValues;
export const maxValuesInText = maxValues + maxManagedFieldsValues;

/**
 * Refuses a JSON text that has more values than an object and the record of who owns its fields, unread. Throws
 * RequestEntityTooLarge; returns what has been found out about a text that is long enough to be looked at.
 */
export function checkTextValues(text: string): TextStructure | undefined {
  if (text.length < maxValuesInText) return undefined;
  const structure = textStructure(text);
  if (structure.values > maxValuesInText) throw tooManyValues();
  return structure;
}

/** The same for a text inside of an object that becomes a part of it, as an annotation that stands for fields does. */
export function checkPartValues(text: string): void {
  if (text.length >= maxValues && textStructure(text).values > maxValues) throw tooManyValues();
}

/**
 * Refuses a value that has more parts than any object that can be kept, before it is brought into its shape. `atMost`:
 * how many it can have at most, when that is known: its bytes will do, for none has less than one. `stored`: of which
 * it was made by a change, and whose record of owners was let in before.
 */
export function checkValueCount(value: unknown, atMost = Number.POSITIVE_INFINITY, stored?: ApiObject): void {
  if (atMost <= maxValues) return;
  const record = managedFieldsOf(value);
  const isKnown = record === undefined || record === managedFieldsOf(stored);
  if (!isKnown && valuesLeft(record, maxManagedFieldsValues + 1) < 0) throw tooManyValues();
  if (valuesLeft(value, maxValues, record) < 0) throw tooManyValues();
}

/** From how many bytes on a text can be one of items that are next to nothing, and become too many values by defaults. */
const mayGrow = 16 * 1024;

/** Refuses an object that became too large by its defaults. `sent`: the bytes of which it was made. */
export function checkDefaultedCount(object: ApiObject, sent = 0): void {
  if (sent >= mayGrow) checkValueCount(object, undefined, object);
}

const managedFieldsOf = (value: unknown) =>
  (value as Partial<ApiObject> | null | undefined)?.metadata?.managedFields;

export const tooManyValues = () => entityTooLarge(`limit is ${maxValues} values`);

/**
 * Refuses an object that the store is going to refuse, before anything expensive is done with it. `atMost`: how many
 * bytes it can have at most, when that is known. Throws RequestEntityTooLarge.
 */
export function checkObjectSize(object: object, atMost = Number.POSITIVE_INFINITY): void {
  if (atMost <= maxObjectBytes) return;
  if (bytesLeft(object, maxObjectBytes) < 0) throw entityTooLarge(`limit is ${maxObjectBytes}`);
}

/**
 * How many of so many values are not needed; negative as soon as there are more. What is in `excepted` does not count.
 * Depth costs no stack, and for-in is three times as fast with large maps as a list of what they have.
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

/** The same for the bytes that an object takes as JSON, of which some may be missed: what escapes add. */
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
