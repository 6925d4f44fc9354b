import { entityTooLarge } from '../meta/status.ts';

/** Bytes of a request's body. */
export const maxBodyBytes = 3 * 1024 * 1024;

/** Bytes of JSON that the store takes for one object; etcd's own default. */
export const maxObjectBytes = 1.5 * 1024 * 1024;

/**
 * Bytes that a struct counts as, however short it is: each one is work in every step of a write, from its decoding to
 * the answer, and `{},` would be half a million of them in an object.
 */
export const bytesOfStruct = 8;

/**
 * Bytes that a key of a map counts as at least, and any name of a custom resource: each is a place in a large table
 * in every step of a write. 65,536 of them are an object.
 */
export const bytesOfName = 24;

/** Names in one body: twice as many as an object has, for managedFields name each field once more. */
export const maxNames = 131_072;

/** Objects and arrays in one body: see `bytesOfStruct`. */
export const maxContainers = 196_608;

/** Values in one body of a form in which one takes a byte: each takes two of the bytes of JSON that an object has. */
export const maxValues = maxObjectBytes / 2;

/** Numbers in one body that are more than a double holds, such as integers of 17 digits: each is read on its own. */
export const maxExactNumbers = 65_536;

export const objectTooLarge = () => entityTooLarge(`limit is ${maxObjectBytes}`);

/**
 * Rejects an object that the store would reject, before anything expensive is done with it. `atMost`: an upper bound
 * of its bytes, where one is known. Throws RequestEntityTooLarge.
 */
export function checkObjectSize(object: object, atMost = Number.POSITIVE_INFINITY): void {
  if (atMost > maxObjectBytes && bytesLeft(object, maxObjectBytes) < 0) throw objectTooLarge();
}

/** Bytes of request from which on items that say next to nothing can become too large an object by their defaults. */
const mayGrow = 16 * 1024;

/**
 * Rejects an object that its defaults made too large. `sent`: bytes that the request added. Kinds that limit themselves
 * have a problem of their own for it, and no defaults that make much of little.
 */
export function checkDefaultedSize(
  object: object,
  sent: number,
  { limitsItself = false }: { limitsItself?: boolean } = {},
): void {
  if (sent >= mayGrow && !limitsItself) checkObjectSize(object);
}

/** About as many bytes as a value has as JSON. */
export const jsonBytes = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? maxBodyBytes - bytesLeft(value, maxBodyBytes)
    : 2 + String(value).length;

/**
 * Number of the available bytes that the object leaves as JSON, without what escapes add; negative as soon as it needs
 * more. Depth costs no stack, and for-in is three times as fast with large maps as a list of their keys.
 */
function bytesLeft(object: object, available: number): number {
  let left = available - 1;
  const open = [object];
  const take = (part: unknown): void => {
    left -= typeof part === 'string' ? part.length + 3 : 2;
    if (typeof part === 'object' && part !== null) open.push(part);
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
