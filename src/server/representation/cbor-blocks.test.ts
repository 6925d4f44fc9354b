import { expect, it } from 'vitest';
import { decodeCbor } from '../../api/codec/cbor/decode.ts';
import { Pacer } from '../../util/pacer.ts';
import { pause } from './block-pool.ts';
import { cborBlocks, cborListBlocks } from './cbor-blocks.ts';

/** 64 KiB, and an item that was begun before. */
const maxBlock = 66_000;

const wide = {
  data: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key-${index}`, `value-${index}`])),
};

function listOf(values: readonly unknown[]) {
  const texts = values.map((value, index) => Buffer.from((index === 0 ? '' : ',') + JSON.stringify(value)));
  return {
    head: Buffer.from('{"kind":"ConfigMapList","items":['),
    items: {
      count: texts.length,
      size: (index: number) => texts[index]!.length,
      write: (index: number, target: Buffer, at: number) => at + texts[index]!.copy(target, at),
    },
    tail: Buffer.from(']}'),
  };
}

it.each([
  ['an object', () => [...cborBlocks(wide)], wide],
  [
    'an item of a list',
    () => [...cborListBlocks(listOf([{ a: 1 }, wide]), new Pacer())],
    { kind: 'ConfigMapList', items: [{ a: 1 }, wide] },
  ],
])('%s that is large is written in pieces', (_, blocksOf, value) => {
  const blocks = blocksOf().filter((block) => block !== pause);
  expect(blocks.length).toBeGreaterThan(5);
  expect(blocks.filter(({ size }) => size > maxBlock)).toEqual([]);
  const bytes = Buffer.concat(blocks.map(({ block, size }) => block.subarray(0, size)));
  expect(decodeCbor(bytes)).toEqual({ value, repeated: undefined });
});
