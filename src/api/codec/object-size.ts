import type { ApiObject } from '../machinery/metadata.ts';
import { entityTooLarge } from '../machinery/status.ts';
import { costOf, type TextStructure, textStructure } from './text-structure.ts';

/** What the store takes for one object, in bytes; etcd's own default. */
const mostBytes = 1.5 * 1024 * 1024;
/** Those of 26 bytes each fill the store's limit; smaller ones keep the server busy, and nothing else. */
const mostValues = 60_000;
/** Of the record of owners, which has up to two parts for each value of the object: what was read can be sent back. */
const mostOwned = 2 * mostValues;
const mostInText = mostValues + mostOwned;
/** What is taken for one value has a byte or more: shorter texts cannot have too many. */
const unsuspicious = mostValues;

/**
 * Refuses a JSON text that has more values than an object and the record of who owns its fields, unread. Throws
 * RequestEntityTooLarge; returns what has been found out about a text that is long enough to be looked at.
 */
export function checkTextValues(text: string): TextStructure | undefined {
  if (text.length < mostInText) return undefined;
  const structure = textStructure(text);
  if (structure.values > mostInText) throw tooManyValues();
  return structure;
}

/**
 * Refuses a value that has more parts than any object that can be kept, before it is brought into its shape. `sent`:
 * the bytes of which it was made, when they are known; `stored`: of which it was made by a change, and whose record
 * of owners was let in before.
 */
export function checkValueCount(value: unknown, sent = Number.POSITIVE_INFINITY, stored?: ApiObject): void {
  if (sent < unsuspicious) return;
  const record = recordOf(value);
  const most = record === recordOf(stored) ? Number.MAX_SAFE_INTEGER : mostOwned + 1;
  const owned = most - valuesLeft(record ?? [], most);
  if (owned > most || valuesLeft(value, mostValues - 1 + owned) < 0) throw tooManyValues();
}

/** From how many bytes on a text can be one of items that are next to nothing, and become too many values by defaults. */
const mayGrow = 16 * 1024;

/** Refuses an object that became too large by its defaults. `sent`: the bytes of which it was made. */
export function checkDefaultedCount(object: ApiObject, sent = 0): void {
  if (sent >= mayGrow) checkValueCount(object, undefined, object);
}

const recordOf = (value: unknown) =>
  (value as Partial<ApiObject> | null | undefined)?.metadata?.managedFields;

const tooManyValues = () => entityTooLarge(`limit is ${mostValues} values`);

/**
 * Refuses an object that the store is going to refuse, before anything expensive is done with it. `atMost`: how many
 * bytes it can have at most, when that is known. Throws RequestEntityTooLarge.
 */
export function checkObjectSize(object: object, atMost = Number.POSITIVE_INFINITY): void {
  if (atMost <= mostBytes) return;
  if (bytesLeft(object, mostBytes) < 0) throw entityTooLarge(`limit is ${mostBytes}`);
}

/** How many of so many values are not needed; negative as soon as there are more. Depth costs no stack. */
function valuesLeft(value: unknown, available: number): number {
  let left = available - 1;
  const open = isContainer(value) ? [value] : [];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const parts = Array.isArray(one) ? one : Object.values(one);
    left -= costOf(parts.length, parts !== one);
    if (left < 0) break;
    for (const part of parts) if (isContainer(part)) open.push(part);
  }
  return left;
}

/** The same for the bytes that an object takes as JSON, of which some may be missed: what escapes add. */
function bytesLeft(object: object, available: number): number {
  let left = available - 1;
  const open = [object];
  for (let one = open.pop(); one !== undefined && left >= 0; one = open.pop()) {
    const isArray = Array.isArray(one);
    for (const key in one) {
      const part = (one as Record<string, unknown>)[key];
      left -= (isArray ? 1 : key.length + 4) + (typeof part === 'string' ? part.length + 2 : 1);
      if (left < 0) break;
      if (isContainer(part)) open.push(part);
    }
  }
  return left;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
