import fc from 'fast-check';
import { PatchError, type PatchErrorCode } from '../../../src/api/patch/patch-error.ts';

/** What the tests of patches share. */

/** The value, unwritable all the way down: code that changes it throws. */
export function frozen<T>(value: T): T {
  const waiting: unknown[] = [value];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'object' && node !== null) waiting.push(...Object.values(Object.freeze(node)));
  }
  return value;
}

/** What is refused, as `<code>: <message>`; undefined when nothing is. */
export function refusal(work: () => unknown): `${PatchErrorCode}: ${string}` | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

/** From JSON text, which can say `__proto__`. */
export const json = (text: string): any => JSON.parse(text);

/** A list in a list in a list. */
export function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

const keys = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', 'a/b', '~', '');

const { value, map } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(0, 1, -1.5, true, false, 'x', '', 12345678901234567890n),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('map'),
  ),
  map: fc.array(fc.tuple(keys, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
}));

/** Any JSON map, without nulls, with keys that are hostile to naive code. */
export const anyMap = map as fc.Arbitrary<Record<string, unknown>>;

/** Any JSON value but null. */
export const anyValue = value;
