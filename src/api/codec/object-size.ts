import type { ApiObject } from '../machinery/metadata.ts';
import { entityTooLarge } from '../machinery/status.ts';
import { costInLargeMap, smallMap, textStructure } from './text-structure.ts';

/** What the store takes for one object, in bytes; etcd's own default. */
const mostBytes = 1.5 * 1024 * 1024;
/** Those of 26 bytes each fill the store's limit; smaller ones keep the server busy, and nothing else. */
const mostValues = 60_000;
/** A value, its separator included, takes two bytes or more: shorter texts cannot have too many. */
const unsuspicious = 2 * mostValues;

/**
 * Refuses a JSON text that has more values than an object and the record of who owns its fields, unread. Throws
 * RequestEntityTooLarge.
 */
export function checkTextValues(text: string): void {
  if (text.length >= unsuspicious && textStructure(text).values > 2 * mostValues) throw tooManyValues();
}

/**
 * Refuses a value that has more parts than any object that can be kept, before it is brought into its shape. `sent`:
 * the bytes of which it was made, when they are known.
 */
export function checkValueCount(value: unknown, sent = Number.POSITIVE_INFINITY): void {
  if (sent < unsuspicious) return;
  // The record of owners grows with the object: what was sent back would not be taken if it counted.
  const left = valuesLeft(
    (value as Partial<ApiObject> | null)?.metadata?.managedFields ?? [],
    mostValues + 1,
  );
  if (left < 0 || valuesLeft(value, 2 * mostValues - left) < 0) throw tooManyValues();
}

const tooManyValues = () => entityTooLarge(`limit is ${mostValues} values`);

/**
 * Refuses an object that the store is going to refuse, before anything expensive is done with it. Throws
 * RequestEntityTooLarge.
 */
export function checkObjectSize(object: object, sent = Number.POSITIVE_INFINITY): void {
  if (sent < unsuspicious) return;
  if (bytesLeft(object, mostBytes) < 0) throw entityTooLarge(`limit is ${mostBytes}`);
}

/** How many of so many values are not needed; negative as soon as there are more. */
function valuesLeft(value: unknown, available: number): number {
  if (typeof value !== 'object' || value === null) return available - 1;
  const parts = Array.isArray(value) ? value : Object.values(value);
  const isLargeMap = parts !== value && parts.length > smallMap;
  let left = available - 1 - (isLargeMap ? parts.length * (costInLargeMap - 1) : 0);
  if (left < parts.length) return -1;
  for (const part of parts) {
    left = valuesLeft(part, left);
    if (left < 0) break;
  }
  return left;
}

/** The same for the bytes that a value takes as JSON, of which some may be missed: what escapes add. */
function bytesLeft(value: unknown, available: number): number {
  if (typeof value === 'string') return available - value.length - 2;
  if (typeof value !== 'object' || value === null) return available - 1;
  let left = available - 1;
  const isArray = Array.isArray(value);
  for (const key in value) {
    left = bytesLeft((value as Record<string, unknown>)[key], left - (isArray ? 1 : key.length + 4));
    if (left < 0) break;
  }
  return left;
}
