import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { ReleasingMap } from './releasing-map.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void;

/** Bytes of objects that only a collection of old ones removes. */
const oldBytes = (): number =>
  getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')!.space_used_size;

const manyNumbers = 2_000;

/** Bytes that become old while values of many numbers pass through a map, some of them in it at a time. */
function agedBy(map: Pick<ReleasingMap<number, object>, 'set' | 'delete'>): number {
  collect({ type: 'major' });
  const before = oldBytes();
  for (let at = 0; at < 400; at++) {
    map.set(
      at,
      Array.from({ length: manyNumbers }, () => ({})),
    );
    map.delete(at - 3);
    if (at % 4 === 3) collect({ type: 'minor' });
  }
  return oldBytes() - before;
}

describe('a releasing map', () => {
  it('keeps in the order of their keys what is set, and not what is removed', () => {
    const map = new ReleasingMap<string, number>();
    map.set('a', 1);
    map.set('b', 2);
    map.set('a', 3);
    expect([...map.values()]).toEqual([3, 2]);
    expect(map.get('a')).toBe(3);
    expect(map.delete('a')).toBe(true);
    expect(map.delete('a')).toBe(false);
    expect(map.get('a')).toBeUndefined();
    expect(map.size).toBe(1);
    map.clear();
    expect([map.size, map.get('b'), ...map.values()]).toEqual([0, undefined]);
  });

  it('skips what is removed while its values are gone through', () => {
    const map = new ReleasingMap<string, number>();
    for (const [index, key] of ['a', 'b', 'c'].entries()) map.set(key, index);
    const seen: number[] = [];
    for (const value of map.values()) {
      seen.push(value);
      map.delete('b');
    }
    expect(seen).toEqual([0, 2]);
  });

  it('does not keep what is removed from being collected young, as a Map does', () => {
    const map = new Map<number, object>();
    const ofMap = agedBy({ set: (key, value) => void map.set(key, value), delete: (key) => map.delete(key) });
    expect(agedBy(new ReleasingMap())).toBeLessThan(ofMap / 10);
  });
});
