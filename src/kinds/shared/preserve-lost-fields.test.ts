import { describe, expect, test } from 'vitest';
import { dependencies } from '../../../test/support/unit/conversions.ts';
import { preserveLostFields, semanticallyEqual } from './preserve-lost-fields.ts';

/** The other version has one item and no color. */
const lossy = preserveLostFields(
  {
    fromStored: ({ metadata, spec }) => ({ metadata, spec: { item: spec.items[0] } }),
    toStored: ({ metadata, spec }) => ({ metadata, spec: { items: [spec.item] } }),
  },
  dependencies.dialect,
);

const key = 'conversion.orch.io/kept-fields';
const stored = (...items: string[]) => ({ metadata: {} as any, spec: { items } as any });

test('an object that loses nothing in conversion gets no annotation', () => {
  expect(lossy.fromStored?.(stored('a'))).toEqual({ metadata: {}, spec: { item: 'a' } });
});

describe('a field that conversion loses', () => {
  const object = () => lossy.fromStored?.({ ...stored('a', 'b'), color: 'red' } as any);

  test('is kept in an annotation', () => {
    expect(object()).toEqual({
      metadata: { annotations: { [key]: expect.any(String) } },
      spec: { item: 'a' },
    });
  });

  test('is restored on the way back', () => {
    expect(lossy.toStored?.(object())).toEqual({ ...stored('a', 'b'), color: 'red' });
  });

  test('is not restored where the client has changed it', () => {
    const changed = object();
    changed.spec.item = 'c';
    expect(lossy.toStored?.(changed)).toEqual({ ...stored('c'), color: 'red' });
  });
});

test.each([
  '{',
  '{}',
  '[1, null, {}]',
  '[{"path":["metadata","uid"],"seen":null,"kept":"x"}]',
  '[{"path":["__proto__","x"],"seen":null,"kept":"x"}]',
  '[{"path":["spec","items","0"],"seen":"a","kept":"x"}]',
  '[{"path":["nothing","x"],"seen":null,"kept":"x"}]',
  '[{"path":[],"seen":null,"kept":"x"}]',
])('an invalid annotation of kept fields is ignored: %s', (text) => {
  const object = { metadata: { annotations: { [key]: text } }, spec: { item: 'a' } };
  expect(lossy.toStored?.(object)).toEqual(stored('a'));
  expect(({} as any).x).toBeUndefined();
});

test.each<[unknown, unknown, boolean]>([
  [undefined, null, true],
  [undefined, [], true],
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [{ a: '' }, {}, true],
  [{}, { a: 0, b: false }, true],
  [{ a: 0 }, {}, false],
  [{ a: false }, {}, false],
  [[1], [1, 0], false],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1 }, [1], false],
])('semanticallyEqual of the normalized %j and of %j is %s', (one, other, same) => {
  expect(semanticallyEqual(one, other)).toBe(same);
});
