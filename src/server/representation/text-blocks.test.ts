import { expect, it } from 'vitest';
import { writePrettyJson } from '../../api/codec/json.ts';
import { writeYaml } from '../../api/codec/yaml-writer.ts';
import { Pacer } from '../../util/pacer.ts';
import { type Block, BlockPool } from './block-pool.ts';
import { JsonItems } from './json-items.ts';
import { bodyBlocks, type ListBody } from './list-items.ts';
import { blocksOf, prettyBlocks, yamlListBlocks } from './text-blocks.ts';

function textOf(blocks: Iterable<Block>, pool = new BlockPool()): string {
  const copies: Buffer[] = [];
  for (const { block, size } of blocks) {
    copies.push(Buffer.from(block.subarray(0, size)));
    pool.release(block);
  }
  return Buffer.concat(copies).toString();
}

function bodyOf(head: string, values: readonly object[]): ListBody {
  const items = new JsonItems(values.length, (index) => {
    const json = Buffer.from(JSON.stringify(values[index]));
    return { text: '', json, start: 0, end: json.length, closing: '' };
  });
  return { head: Buffer.from(head), items, tail: Buffer.from(']}\n') };
}

const yamlOf = (head: string, items: readonly object[]): string => {
  const pool = new BlockPool();
  return textOf(yamlListBlocks(bodyOf(head, items), pool, new Pacer()), pool);
};
const head = '{"kind":"XList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[';

it('in YAML keys come in order, items where they belong', () => {
  expect(yamlOf(head, [{ b: 1, a: ['x'] }, {}])).toBe(
    'apiVersion: v1\nitems:\n- a:\n  - x\n  b: 1\n- {}\nkind: XList\nmetadata:\n  resourceVersion: "7"\n',
  );
});

it('an empty list in YAML', () => {
  expect(yamlOf(head, [])).toBe(
    'apiVersion: v1\nitems: []\nkind: XList\nmetadata:\n  resourceVersion: "7"\n',
  );
});

it('items that come last in YAML', () => {
  expect(yamlOf('{"kind":"Table","rows":[', [{ cells: [1] }])).toBe('kind: Table\nrows:\n- cells:\n  - 1\n');
});

const many = Array.from({ length: 40 }, (_, at) => ({
  at,
  text: 'ä'.repeat(20_000),
  lines: 'a\nb\n'.repeat(at),
}));

it('more items than fit in a piece of YAML', () => {
  const document = { kind: 'XList', apiVersion: 'v1', metadata: { resourceVersion: '7' }, items: many };
  expect(yamlOf(head, many)).toBe(writeYaml(document));
});

it('more items than fit in a block, indented', () => {
  const document = { kind: 'XList', apiVersion: 'v1', metadata: { resourceVersion: '7' }, items: many };
  const pool = new BlockPool();
  const pretty = textOf(prettyBlocks(bodyBlocks(bodyOf(head, many), pool, new Pacer()), pool), pool);
  expect(pretty).toBe(writePrettyJson(document));
});

it('an object that grows to more than a block when it is indented, and whose bytes are left alone', () => {
  const value = { list: Array.from({ length: 50_000 }, (_, at) => [at]) };
  const json = Buffer.from(JSON.stringify(value));
  const before = Buffer.from(json);
  const pool = new BlockPool();
  expect(textOf(prettyBlocks(blocksOf(json), pool), pool)).toBe(writePrettyJson(value));
  expect(json.equals(before)).toBe(true);
});
