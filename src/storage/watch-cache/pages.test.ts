import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseFieldSelector } from '../../api/selectors/field-selector.ts';
import { parseLabelSelector } from '../../api/selectors/label-selector.ts';
import { OrderedTree } from '../../util/ordered-tree.ts';
import { Pacer } from '../../util/pacer.ts';
import type { CacheEntry } from './entry.ts';
import { type Indexed, type PageQuery, PageReader } from './pages.ts';
import { Selection } from './selection.ts';

const entry = (key: string): CacheEntry => {
  const at = key.indexOf('/');
  const [namespace, name] = at === -1 ? ['', key] : [key.slice(0, at), key.slice(at + 1)];
  return { key, namespace, name, labels: { last: key.at(-1)! }, fields: {} } as unknown as CacheEntry;
};

const keys = ['a/p1', 'a/p2', 'a/p3', 'a/q1', 'a0', 'b/p1', 'b/p2', 'n1'];
const tree = OrderedTree.fromSorted(keys, keys.map(entry));
const noIndex: Indexed = () => undefined;
const page = (query: Partial<PageQuery>, indexed = noIndex) =>
  new PageReader(indexed).page(tree, 7, { selection: new Selection(''), limit: 0, ...query });
const keysOf = (entries: Iterable<CacheEntry>): string[] => Array.from(entries, ({ key }) => key);

const inA = new Selection('a');
const ones = new Selection('', parseLabelSelector('last=1'));
const named = (name: string, namespace = ''): Selection =>
  new Selection(namespace, undefined, parseFieldSelector(`metadata.name=${name}`));

afterEach(() => void vi.restoreAllMocks());

describe('a page', () => {
  it.each<[string, Partial<PageQuery>, string[], boolean, number]>([
    ['of everything', {}, keys, false, 0],
    ['of a namespace', { selection: inA }, ['a/p1', 'a/p2', 'a/p3', 'a/q1'], false, 0],
    ['as large as what there is', { selection: inA, limit: 4 }, keys.slice(0, 4), false, 0],
    ['smaller than what there is', { selection: inA, limit: 3 }, keys.slice(0, 3), true, 1],
    ['of one', { selection: inA, limit: 1 }, keys.slice(0, 1), true, 3],
    ['of all namespaces', { limit: 3 }, keys.slice(0, 3), true, 5],
    ['from a key on', { startKey: 'a/q1' }, keys.slice(3), false, 0],
    ['from behind a key on', { startKey: 'a/p2\0', limit: 2 }, ['a/p3', 'a/q1'], true, 4],
    ['from a key before its namespace on', { selection: inA, startKey: '' }, keys.slice(0, 4), false, 0],
    ['from a key behind its namespace on', { selection: inA, startKey: 'b' }, [], false, 0],
    ['of what is selected', { selection: ones, limit: 2 }, ['a/p1', 'a/q1'], true, 4],
    ['of all that is selected', { selection: ones, limit: 4 }, ['a/p1', 'a/q1', 'b/p1', 'n1'], false, 0],
  ])('%s', (_, query, expected, more, remaining) => {
    const { entries, seen, index, ...rest } = page(query);
    expect([keysOf(entries), rest]).toEqual([expected, { revision: 7, more, remaining }]);
    expect(index).toBeUndefined();
    // The one after the page is looked at, and of what is selected also what is not.
    if (query.selection !== ones) expect(seen).toBe(expected.length + (more ? 1 : 0));
    else expect(seen).toBe(more ? keys.indexOf('b/p1') + 1 : keys.length);
  });

  it('is the same with the help of an index, which has no order', () => {
    const found = new Map(['n1', 'b/p1', 'a/q1', 'a/p1'].map((key) => [key, tree.get(key)!]));
    const query = { selection: ones, limit: 2, startKey: 'a/p2' };
    const { entries, more } = page(query, () => found);
    expect([keysOf(entries), more]).toEqual([['a/q1', 'b/p1'], true]);
    const inB = new Selection('b', parseLabelSelector('last=1'));
    expect(keysOf(page({ selection: inB }, () => found).entries)).toEqual(['b/p1']);
  });

  it('does not ask the index for what a namespace has as a whole', () => {
    expect(page({ selection: inA }, () => expect.unreachable()).entries).toHaveLength(4);
  });
});

describe('an object that is selected by name', () => {
  it.each<[string, Selection, string | undefined, string[]]>([
    ['is found by its key', named('p2', 'a'), undefined, ['a/p2']],
    ['without a namespace is found by its key', named('n1'), undefined, ['n1']],
    ['is not there', named('none', 'a'), undefined, []],
    ['stands at the first key of the page', named('p2', 'a'), 'a/p2', ['a/p2']],
    ['stands before the page', named('p2', 'a'), 'a/p2\0', []],
    ['is looked for in all namespaces', named('p1'), undefined, ['a/p1', 'b/p1']],
  ])('%s', (_, selection, startKey, expected) => {
    expect(keysOf(page({ selection, startKey }).entries)).toEqual(expected);
  });

  it('in a namespace is no question for the index', () => {
    const reader = new PageReader(() => expect.unreachable());
    expect(keysOf(reader.candidates(tree, named('none', 'a'), 'a/', 'a0'))).toEqual([]);
    expect(keysOf(reader.candidates(tree, named('p1', 'a'), 'a/', 'a0'))).toEqual(['a/p1']);
  });

  it('whose name is written otherwise in its key is looked for', () => {
    const selection = named('pä', 'a');
    const reader = new PageReader(noIndex);
    expect(keysOf(reader.candidates(tree, selection, 'a/', 'a0'))).toEqual(keys.slice(0, 4));
  });
});

it('a page that takes long is read in slices, and is the same', async () => {
  const reader = new PageReader(noIndex);
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
  let turns = 0;
  const pacer = new Pacer();
  vi.spyOn(pacer, 'turn').mockImplementation(async () => void turns++);
  const many = Array.from({ length: 48 }, (_, at) => `a/${at + 10}`);
  const large = OrderedTree.fromSorted(many, many.map(entry));
  const read = await reader.pageInSlices(large, 7, { selection: inA, limit: 0 }, pacer);
  expect(keysOf(read.entries)).toEqual(many);
  // The clock is looked at with each sixteenth entry.
  expect(turns).toBe(3);
});
