import { beforeEach, describe, expect, it } from 'vitest';
import { OrderedTree } from '../../util/ordered-tree.ts';
import type { CacheEntry } from './entry.ts';
import { CacheEvent } from './event.ts';
import { History } from './history.ts';

const entry = (key: string, revision: number, bytes = 0): CacheEntry =>
  ({ key, revision, json: Buffer.alloc(bytes) }) as unknown as CacheEntry;

let tree: OrderedTree<CacheEntry>;
let history: History;
let revision: number;

const historyOf = (limits: { age?: number; bytes?: number }) =>
  new History({ age: limits.age ?? 1_000, bytes: () => limits.bytes ?? 1_000_000_000 }, 0, () => 0);

beforeEach(() => {
  tree = OrderedTree.empty<CacheEntry>();
  history = historyOf({});
  revision = 0;
});

/** Writes an object, or deletes it, at the next revision. */
function change(key: string, isDeleted = false, { time = 0, bytes = 0, at = ++revision } = {}): void {
  const previous = tree.get(key);
  const next = isDeleted ? undefined : entry(key, at, bytes);
  tree = next === undefined ? tree.delete(key) : tree.set(key, next);
  history.push(new CacheEvent(at, next, previous, time), tree);
}

const stateAt = (at: number): string[] =>
  [...history.stateAt(at, tree).values()].map(({ key, revision: of }) => `${key}@${of}`);

describe('the state at a revision', () => {
  it('is that of each object then, also of those that have gone', () => {
    change('a');
    change('b');
    change('a');
    change('b', true);
    change('c');
    expect([1, 2, 3, 4, 5].map(stateAt)).toEqual([
      ['a@1'],
      ['a@1', 'b@2'],
      ['a@3', 'b@2'],
      ['a@3'],
      ['a@3', 'c@5'],
    ]);
    expect(stateAt(0)).toEqual([]);
  });

  it('is after the last of several events with the same revision', () => {
    change('a');
    change('b');
    change('a', true, { at: 7 });
    change('b', true, { at: 7 });
    expect([stateAt(2), stateAt(7)]).toEqual([['a@1', 'b@2'], []]);
  });

  it('is the same with very many events between', () => {
    for (let count = 0; count < 10_000; count++) change(`key-${count % 10}`);
    for (const at of [1, 4_095, 4_096, 4_097, 8_200, 9_999]) {
      const expected = Array.from({ length: Math.min(at, 10) }, (_, back) => at - back);
      expect(
        stateAt(at)
          .map((text) => Number(text.split('@')[1]))
          .sort((a, b) => b - a),
      ).toEqual(expected);
    }
  });
});

describe('events', () => {
  const revisionsAfter = (from: number): number[] => [...history.after(from)].map((event) => event.revision);

  it('after a revision come in order', () => {
    for (const key of ['a', 'b', 'c', 'd']) change(key);
    expect([revisionsAfter(0), revisionsAfter(2), revisionsAfter(4)]).toEqual([[1, 2, 3, 4], [3, 4], []]);
  });

  it('that are too old are dropped, and the history begins later', () => {
    for (const time of [0, 500, 1_000, 1_500]) change('a', false, { time });
    history.trim(2_000);
    expect([history.start, revisionsAfter(2), history.length, history.cutShort]).toEqual([
      2,
      [3, 4],
      2,
      false,
    ]);
    expect(stateAt(2)).toEqual(['a@2']);
  });

  it('that take too many bytes are dropped before their time', () => {
    history = historyOf({ bytes: 2_500 });
    for (let count = 0; count < 10; count++) change('a', false, { bytes: 700 });
    expect(history.bytes).toBeLessThanOrEqual(2_500);
    expect(history.cutShort).toBe(true);
    expect(revisionsAfter(history.start)).toEqual(
      Array.from({ length: history.length }, (_, index) => 11 - history.length + index),
    );
  });

  it('of a history that was trimmed many times are still found', () => {
    for (let count = 1; count <= 5_000; count++) {
      change('a', false, { time: count });
      if (count % 100 === 0) history.trim(count);
    }
    expect([history.start, history.length]).toEqual([3_999, 1_001]);
    expect(revisionsAfter(4_998)).toEqual([4_999, 5_000]);
    expect(stateAt(4_000)).toEqual(['a@4000']);
  });
});
