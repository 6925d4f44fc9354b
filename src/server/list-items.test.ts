import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BlockPool } from './block-pool.ts';
import { JsonItems } from './json-items.ts';
import { bodyBlocks, bodyLength, EncodedItems, type ListBody, wholeBody } from './list-items.ts';

function inBlocks(body: ListBody): Buffer {
  const pool = new BlockPool();
  const blocks = [...bodyBlocks(body, pool)].map(({ block, size }) => block.subarray(0, size));
  return Buffer.concat([...blocks, body.tail]);
}

const head = Buffer.from('[');
const tail = Buffer.from(']');

test('blocks put together are the whole body, however large its items', () => {
  const sizes = fc.array(fc.oneof(fc.nat(100), fc.nat(300_000)), { maxLength: 8 });
  fc.assert(
    fc.property(sizes, (lengths) => {
      const items = new EncodedItems(lengths.map((length, i) => Buffer.alloc(length, 65 + i)));
      const body = { head, items, tail };
      const whole = wholeBody(body);
      expect(whole.length).toBe(bodyLength(body));
      expect(inBlocks(body).equals(whole)).toBe(true);
      expect(items.totalSize).toBe(whole.length - 2);
    }),
    { numRuns: 20 },
  );
});

test('JSON is put together with what is there already', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ name: fc.string({ unit: 'grapheme' }), rest: fc.jsonValue() })),
      (values) => {
        const items = new JsonItems(
          values.map(({ name, rest }) => {
            const json = Buffer.from(`--${JSON.stringify(rest)}--`);
            const text = `{"name":${JSON.stringify(name)},"rest":`;
            return { text, json, start: 2, end: json.length - 2, closing: '}' };
          }),
        );
        const whole = wholeBody({ head, items, tail }).toString();
        expect(whole).toBe(JSON.stringify(values));
      },
    ),
  );
});
