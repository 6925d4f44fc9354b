import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyMap, anyValue, frozen, json, nested, refusal } from '../../../test/support/unit/patch-values.ts';
import { Pacer } from '../../util/pacer.ts';
import { writeJson } from '../codec/json.ts';
import { isMap, setValue } from '../json/json-values.ts';
import { applyMergePatch, applyMergePatchPaced, sortedWhereMerged } from './merge-patch.ts';

const patched = (target: unknown, patch: unknown) => applyMergePatch(frozen(target), frozen(patch));

test.each<[unknown, unknown, unknown]>([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: 'b' }, { x: null }, { a: 'b' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [{ a: [1] }, { a: [null, { b: null }] }, { a: [null, { b: null }] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{ a: 'text' }, { a: { b: 1, c: null } }, { a: { b: 1 } }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  [['a', 'b'], ['c'], ['c']],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
])('%j patched with %j is %j', (target, patch, result) => {
  expect(patched(target, patch)).toEqual(result);
});

test('a value that the patch does not touch is the same one', () => {
  const target = { a: { deep: [1] }, b: 1 };
  expect((patched(target, { b: 2 }) as typeof target).a).toBe(target.a);
});

test('hostile keys are data', () => {
  const result = patched(
    json('{"__proto__": {"a": 1}}'),
    json('{"__proto__": {"b": 2}, "constructor": {"prototype": {"c": 3}}}'),
  );
  expect(JSON.stringify(result)).toBe('{"__proto__":{"a":1,"b":2},"constructor":{"prototype":{"c":3}}}');
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  expect(JSON.stringify(patched(json('{"__proto__": 1}'), json('{"__proto__": null}')))).toBe('{}');
  expect(({} as Record<string, unknown>)['c']).toBeUndefined();
});

test('a patch that is too deep is refused', () => {
  let patch: unknown = 1;
  for (let depth = 0; depth < 9_000; depth++) patch = { a: patch };
  for (const deep of [patch, { a: nested(9_000) }]) {
    expect(refusal(() => applyMergePatch({}, deep))).toBe('Malformed: exceeded max depth');
  }
});

/** The merge patch that makes the one of the other: what is gone is null. */
function difference(from: unknown, to: unknown): unknown {
  if (!isMap(from) || !isMap(to)) return to;
  const patch = {};
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) setValue(patch, key, null);
  for (const key of Object.keys(to))
    setValue(patch, key, Object.hasOwn(from, key) ? difference(from[key], to[key]) : to[key]);
  return patch;
}

test('the patch of a difference gives the target', () => {
  fc.assert(
    fc.property(anyMap, anyMap, (from, to) => {
      expect(patched(from, difference(from, to))).toEqual(to);
    }),
  );
});

/** Notes how often the work could rest. */
class CountingPacer extends Pacer {
  steps = 0;

  override step(): undefined {
    this.steps++;
  }
}

test('a patch that is applied in slices gives the same, its keys in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(anyMap, anyMap, async (from, to) => {
      const patch = difference(from, to);
      const whole = patched(from, patch);
      const inSlices = await applyMergePatchPaced(frozen(from), frozen(patch), new Pacer());
      expect(writeJson(inSlices)).toBe(writeJson(whole));
    }),
  );
});

test.each([
  ['nulls', Array.from({ length: 50_000 }, (_, at) => [`k${at}`, null])],
  ['keys', Array.from({ length: 50_000 }, (_, at) => [`k${at}`, 1])],
  ['maps', Array.from({ length: 50_000 }, (_, at) => [`k${at}`, {}])],
])('thousands of %s are merged some at a time', async (_, entries) => {
  const pacer = new CountingPacer();
  const patch = { a: Object.fromEntries(entries) };
  const result = await applyMergePatchPaced({ a: { k1: 0 }, b: 1 }, patch, pacer);
  expect(result).toEqual(applyMergePatch({ a: { k1: 0 }, b: 1 }, patch));
  expect(pacer.steps).toBeGreaterThan(50);
});

test('an empty patch changes nothing', () => {
  fc.assert(
    fc.property(anyMap, (target) => {
      expect(patched(target, {})).toEqual(target);
    }),
  );
});

test('a patch applied twice is the patch applied once', () => {
  fc.assert(
    fc.property(anyMap, anyValue, (target, patch) => {
      const once = patched(target, patch);
      expect(patched(once, patch)).toEqual(once);
    }),
  );
});

test('a result is shown with sorted keys where the patch had a map, and as it was elsewhere', () => {
  const result = { kind: 'A', apiVersion: 'v1', spec: { b: 1, a: 2 }, data: { d: 1, c: 2 } };
  expect(JSON.stringify(sortedWhereMerged(result, { kind: 'A', spec: { b: 1 } }))).toBe(
    '{"apiVersion":"v1","data":{"d":1,"c":2},"kind":"A","spec":{"a":2,"b":1}}',
  );
});
