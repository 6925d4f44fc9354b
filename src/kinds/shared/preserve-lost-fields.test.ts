import { describe, expect, test } from 'vitest';
import { dependencies } from '../../../test/support/unit/conversions.ts';
import { preserveLostFields, semanticallyEqual } from './preserve-lost-fields.ts';

/** Knows one item alone, and no color. */
const lossy = preserveLostFields(
  {
    fromStored: ({ metadata, spec }) => ({ metadata, spec: { item: spec.items[0] } }),
    toStored: ({ metadata, spec }) => ({ metadata, spec: { items: [spec.item] } }),
  },
  dependencies.dialect,
);

const key = 'conversion.orch.io/kept-fields';
const stored = (...items: string[]) => ({ metadata: {} as any, spec: { items } as any });

test('an object that loses nothing gets no annotation', () => {
  expect(lossy.fromStored?.(stored('a'))).toEqual({ metadata: {}, spec: { item: 'a' } });
});

describe('what is lost', () => {
  const object = () => lossy.fromStored?.({ ...stored('a', 'b'), color: 'red' } as any);

  test('goes along', () => {
    expect(object()).toEqual({
      metadata: { annotations: { [key]: expect.any(String) } },
      spec: { item: 'a' },
    });
  });

  test('comes back', () => {
    expect(lossy.toStored?.(object())).toEqual({ ...stored('a', 'b'), color: 'red' });
  });

  test('comes back no more where the client has changed it', () => {
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
])('an annotation that makes no sense does nothing: %s', (text) => {
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
])('%j and %j are the same: %s', (one, other, same) => {
  expect(semanticallyEqual(one, other)).toBe(same);
});
