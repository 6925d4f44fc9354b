import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import { Pacer } from '../../util/pacer.ts';
import { BlockPool, blockSize } from './block-pool.ts';
import { JsonItems } from './json-items.ts';
import { bodyBlocks, bodyLength, EncodedItems, type ListBody, StoredItems, wholeBody } from './list-items.ts';

/** In blocks that are filled again as soon as they are copied. */
function inBlocks(body: ListBody): Buffer {
  const pool = new BlockPool();
  const copies: Buffer[] = [];
  for (const { block, size } of bodyBlocks(body, pool, new Pacer())) {
    copies.push(Buffer.from(block.subarray(0, size)));
    pool.release(block);
  }
  return Buffer.concat(copies);
}

const head = Buffer.from('[');
const tail = Buffer.from(']');

test('blocks put together are the whole body, however large its items', () => {
  const sizes = fc.array(fc.oneof(fc.nat(100), fc.nat(300_000)), { maxLength: 8 });
  fc.assert(
    fc.property(sizes, (lengths) => {
      const items = new EncodedItems(lengths, (index) => Buffer.alloc(lengths[index]!, 65 + index));
      const body = { head, items, tail };
      const whole = wholeBody(body);
      expect(whole.length).toBe(bodyLength(body));
      expect(inBlocks(body).equals(whole)).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('a tail that no longer fits gets a block of its own', () => {
  const items = new EncodedItems([blockSize - 1], () => Buffer.alloc(blockSize - 1, 65));
  expect(inBlocks({ head, items, tail }).length).toBe(blockSize + 1);
});

test('an item that is not as long as was said breaks off the body', () => {
  const items = new EncodedItems([3], () => Buffer.alloc(4));
  expect(() => inBlocks({ head, items, tail })).toThrow('another size');
});

test('items that take their time let others have their turn', () => {
  const slow = (): Buffer => {
    for (const end = performance.now() + 0.5; performance.now() < end; );
    return Buffer.alloc(1);
  };
  const items = new EncodedItems(new Array(200).fill(1), slow);
  const sizes = [...bodyBlocks({ head, items, tail }, new BlockPool(), new Pacer())].map(({ size }) => size);
  expect(sizes.filter((size) => size === 0).length).toBeGreaterThan(5);
  expect(sizes.at(-1)).toBe(202);
});

test('stored objects stand in a list without their kind', () => {
  const entries = ['a', 'b'].map((name) => {
    const json = Buffer.from(`{"kind":"X","metadata":{"name":"${name}"}}`);
    return { json, itemStart: json.indexOf('"metadata"') } as CacheEntry;
  });
  const body = { head, items: new StoredItems(entries), tail };
  expect(inBlocks(body).toString()).toBe('[{"metadata":{"name":"a"}},{"metadata":{"name":"b"}}]');
  expect(bodyLength(body)).toBe(inBlocks(body).length);
});

test('JSON is put together with what is there already', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ name: fc.string({ unit: 'grapheme' }), rest: fc.jsonValue() })),
      (values) => {
        const items = new JsonItems(values.length, (index) => {
          const { name, rest } = values[index]!;
          const json = Buffer.from(`--${JSON.stringify(rest)}--`);
          const text = `{"name":${JSON.stringify(name)},"rest":`;
          return { text, json, start: 2, end: json.length - 2, closing: '}' };
        });
        const whole = wholeBody({ head, items, tail }).toString();
        expect(whole).toBe(JSON.stringify(values));
        expect(inBlocks({ head, items, tail }).toString()).toBe(whole);
      },
    ),
  );
});

test('each item is made once, when its turn comes', () => {
  const made: number[] = [];
  const json = Buffer.from('1');
  const items = new JsonItems(3, (index) => {
    made.push(index);
    return { text: '', json, start: 0, end: 1, closing: '' };
  });
  expect(inBlocks({ head, items, tail }).toString()).toBe('[1,1,1]');
  expect(made).toEqual([0, 1, 2]);
});
