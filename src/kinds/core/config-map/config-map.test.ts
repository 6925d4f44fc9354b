import { describe, expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../../test/support/unit/kinds.ts';
import { configMap } from './index.ts';

const bench = new Bench(configMap(dependencies), { metadata: metadata('settings') });
const frozen = 'Forbidden: field is immutable when `immutable` is set';
const megabyte = 1024 * 1024;

test('a value that is null is empty', () => {
  const { object, errors } = bench.create({ data: { a: null }, binaryData: { b: null } });
  expect([object.data, object.binaryData, errors]).toEqual([{ a: '' }, { b: '' }, []]);
});

describe('a ConfigMap', () => {
  test.each<[string, Written, string[]]>([
    ['may hold nothing', {}, []],
    ['may hold exactly a megabyte of values', { data: { 'a-longer-key': 'x'.repeat(megabyte) } }, []],
    [
      'may hold no more',
      { data: { a: 'x'.repeat(megabyte), b: 'x' } },
      ['[]: Too long: must have at most 1048576 bytes'],
    ],
    [
      'counts bytes, not characters',
      { data: { a: 'é'.repeat(megabyte / 2 + 1) } },
      ['[]: Too long: must have at most 1048576 bytes'],
    ],
    [
      'counts binary data as it is decoded',
      { binaryData: { a: Buffer.alloc(megabyte).toString('base64') } },
      [],
    ],
    [
      'names files',
      { data: { '..': 'x' } },
      [expect.stringMatching(/^data\[\.\.\]: Invalid value: "\.\.": must not be '\.\.'/)],
    ],
    [
      'names files of binary data',
      { binaryData: { 'a b': '' } },
      [expect.stringMatching(/^binaryData\[a b\]: Invalid value: "a b": a valid config key/)],
    ],
    [
      'has a key once',
      { data: { a: '1' }, binaryData: { a: '' } },
      ['data[a]: Invalid value: "a": duplicate of key present in binaryData'],
    ],
  ])('%s', (_, change, errors) => {
    expect(bench.create(change).errors).toEqual(errors);
  });

  test.each<[string, Written, Written, string[]]>([
    ['changes as it likes', { data: { a: '2' } }, { data: { a: '1' } }, []],
    ['may be frozen later', { immutable: true }, { data: { a: '1' } }, []],
    ['stays frozen', {}, { immutable: true }, [`immutable: ${frozen}`]],
    [
      'keeps its values when frozen',
      { immutable: true, data: { a: '2' }, binaryData: { b: 'AA==' } },
      { immutable: true },
      [`data: ${frozen}`, `binaryData: ${frozen}`],
    ],
    [
      'may change its labels when frozen',
      { immutable: true, metadata: { labels: { a: 'b' } } },
      { immutable: true },
      [],
    ],
  ])('updated, %s', (_, change, old, errors) => {
    expect(bench.update(change, old).errors).toEqual(errors);
  });

  test('shows how many values it holds', () => {
    expect(bench.row({ data: { a: '', b: '' }, binaryData: { c: '' } })).toEqual({
      Name: 'settings',
      Data: 3,
      Age: '5m10s',
    });
  });
});
