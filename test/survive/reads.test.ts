import { describe, expect, it } from 'vitest';
import { checkReads, type Read } from './reads.ts';
import type { StoredEvent, Write } from './writes.ts';

/**
 * a is created at revision 2 by a write from 10 to 20, changed at 3 (30 to 40), deleted at 4 (50 to 60); b is created at 5
 * by a write that begins at 35 and is never answered.
 */
const history: StoredEvent[] = [
  { type: 'ADDED', name: 'a', id: 'a.0', revision: 2 },
  { type: 'MODIFIED', name: 'a', id: 'a.1', revision: 3 },
  { type: 'DELETED', name: 'a', id: undefined, revision: 4 },
  { type: 'ADDED', name: 'b', id: 'b.0', revision: 5 },
];
const done = (revision?: number): Write['outcome'] => ({ kind: 'done', revision });
const writes: Write[] = [
  { verb: 'create', name: 'a', id: 'a.0', begun: 10, ended: 20, outcome: done(2) },
  { verb: 'update', name: 'a', id: 'a.1', begun: 30, ended: 40, outcome: done(3) },
  { verb: 'delete', name: 'a', id: 'a.1', begun: 50, ended: 60, outcome: done() },
  { verb: 'create', name: 'b', id: 'b.0', begun: 35, ended: 90, outcome: { kind: 'unknown', why: 'x' } },
];

const get = (begun: number, ended: number, revision?: number): Read => ({
  reader: 'r',
  name: 'a',
  begun,
  ended,
  objects: new Map(revision === undefined ? [] : [['a', revision]]),
});
const list = (begun: number, ended: number, at: number, revision?: number): Read => {
  const { name: _, ...read } = get(begun, ended, revision);
  return { ...read, revision: at };
};

describe('reads that an order of the requests explains', () => {
  it.each<[string, Read[]]>([
    ['before, between and after', [get(1, 2), get(21, 22, 2), get(41, 42, 3), get(61, 62)]],
    ['while a write is under way: the old state', [get(31, 33, 2)]],
    ['while a write is under way: the new one', [get(31, 33, 3)]],
    ['two at the same time, in either order', [get(31, 39, 3), get(32, 38, 2)]],
    ['while it is deleted: gone already', [get(51, 52)]],
    ['a list of the state of its revision', [list(21, 22, 2, 2), list(91, 92, 4)]],
  ])('%s', (_, reads) => {
    expect(checkReads(history, writes, reads)).toEqual([]);
  });
});

describe('reads that none explains', () => {
  const old = (least: number) => `which is older than what was known before (${least}), or was never there`;
  it.each<[string, Read[], string]>([
    ['an old state after an acknowledged write', [get(41, 42, 2)], `r: a was seen at 2, ${old(3)}`],
    [
      'absent after its acknowledged creation',
      [get(21, 22)],
      'r: a was seen to be absent, before anybody asked for that',
    ],
    ['there after its acknowledged deletion', [get(61, 62, 3)], `r: a was seen at 3, ${old(4)}`],
    ['older than an earlier read', [get(31, 33, 3), get(34, 35, 2)], `r: a was seen at 2, ${old(3)}`],
    ['what was not written yet', [get(21, 22, 3)], 'r: a was seen at 3, before anybody asked for that'],
    ['what was never written', [get(31, 33, 7)], `r: a was seen at 7, ${old(2)}`],
    ['a list that lacks something', [list(21, 22, 2)], 'r: the list at 2 shows a at no revision, expected 2'],
    ['a list of an old state', [list(41, 42, 2, 2)], `r: a list was of 2, ${old(3)}`],
    [
      'a list of an older state than an earlier list',
      [list(31, 33, 3, 3), list(34, 35, 2, 2)],
      `r: a list was of 2, ${old(3)}`,
    ],
    [
      'of another object what was known to be over',
      [{ ...get(51, 52), name: 'b', objects: new Map([['b', 5]]) }, get(53, 54, 3)],
      `r: a was seen at 3, ${old(5)}`,
    ],
  ])('%s', (_, reads, fault) => {
    expect(checkReads(history, writes, reads)).toContain(fault);
  });
});
