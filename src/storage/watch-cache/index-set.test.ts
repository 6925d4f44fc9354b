import { beforeEach, describe, expect, it } from 'vitest';
import { parseFieldSelector } from '../../api/selectors/field-selector.ts';
import { parseLabelSelector } from '../../api/selectors/label-selector.ts';
import type { CacheEntry } from './entry.ts';
import { IndexSet } from './index-set.ts';
import { Selection } from './selection.ts';

const entry = (key: string, nodeName: string, labels: Record<string, string> = {}): CacheEntry =>
  ({ key, fields: { 'spec.nodeName': nodeName }, labels }) as unknown as CacheEntry;

let entries: Map<string, CacheEntry>;
let index: IndexSet;

beforeEach(() => {
  entries = new Map();
  index = new IndexSet(['spec.nodeName']);
});

function put(next: CacheEntry): void {
  index.update(entries.get(next.key), next);
  entries.set(next.key, next);
}

function remove(key: string): void {
  index.update(entries.get(key), undefined);
  entries.delete(key);
}

/** Keys of the candidates; undefined when no index helps. `size`: of the whole, which the answer is weighed against. */
function candidates(fields: string, labels: string, size = 10_000): string[] | undefined {
  const selection = new Selection('', parseLabelSelector(labels), parseFieldSelector(fields));
  const found = index.candidates(selection, () => entries.values(), size);
  return found && [...found.keys()].sort();
}

describe('candidates', () => {
  it('of a field are the entries with its value', () => {
    put(entry('a', 'one'));
    put(entry('b', 'two'));
    put(entry('c', 'one'));
    expect(candidates('spec.nodeName=one', '')).toEqual(['a', 'c']);
    expect(candidates('spec.nodeName=three', '')).toEqual([]);
  });

  it('follow what changes and what goes', () => {
    put(entry('a', 'one', { app: 'web' }));
    put(entry('b', 'one', { app: 'web' }));
    expect(candidates('', 'app=web')).toEqual(['a', 'b']);
    put(entry('a', 'two', { app: 'db' }));
    remove('b');
    expect([candidates('spec.nodeName=one', ''), candidates('spec.nodeName=two', '')]).toEqual([[], ['a']]);
    expect([candidates('', 'app=web'), candidates('', 'app=db')]).toEqual([[], ['a']]);
  });

  it('of a label are found at the first selector with it', () => {
    put(entry('a', 'one', { tier: 'front' }));
    put(entry('b', 'one'));
    expect(candidates('', 'tier=front')).toEqual(['a']);
    expect(candidates('', 'tier in (front)')).toEqual(['a']);
  });

  it('are those of the rarest value of several', () => {
    for (let count = 0; count < 50; count++)
      put(entry(`k${count}`, 'one', count === 7 ? { odd: 'yes' } : {}));
    expect(candidates('spec.nodeName=one', 'odd=yes')).toEqual(['k7']);
  });

  it('are not looked for where a walk over all costs no more', () => {
    for (let count = 0; count < 50; count++) put(entry(`k${count}`, 'one'));
    expect(candidates('spec.nodeName=one', '', 50)).toBeUndefined();
    expect(candidates('spec.nodeName!=two', '')).toBeUndefined();
    expect(candidates('', 'app')).toBeUndefined();
    expect(candidates('', 'app!=web')).toBeUndefined();
  });

  it('of labels named like what every object has are those with the label', () => {
    put(entry('a', 'one'));
    put(entry('b', 'one', { constructor: 'x' }));
    expect(candidates('', 'constructor=x')).toEqual(['b']);
  });

  it('are there for the labels that were asked for last, and found again for earlier ones', () => {
    put(entry('a', 'one', { first: '1' }));
    expect(candidates('', 'first=1')).toEqual(['a']);
    for (let count = 0; count < 40; count++) expect(candidates('', `label-${count}=x`)).toEqual([]);
    put(entry('b', 'one', { first: '1' }));
    expect(candidates('', 'first=1')).toEqual(['a', 'b']);
  });

  it('are known of the 32 labels that were asked for last', () => {
    let walks = 0;
    const ask = (label: string): number => {
      const selection = new Selection('', parseLabelSelector(`${label}=x`));
      const all = (): Iterable<CacheEntry> => {
        walks++;
        return entries.values();
      };
      index.candidates(selection, all, 10_000);
      return walks;
    };
    for (let count = 0; count < 32; count++) ask(`label-${count}`);
    expect(ask('label-0')).toBe(32);
    expect(ask('label-32')).toBe(33);
    // It was asked for last; the next one was not.
    expect(ask('label-0')).toBe(33);
    expect(ask('label-1')).toBe(34);
  });

  it('are looked for by the first four labels of a selector', () => {
    put(entry('a', 'one', { a: '1', b: '1', c: '1', d: '1', e: '1' }));
    put(entry('b', 'one', { a: '1', b: '1', c: '1', d: '1', e: '2' }));
    put(entry('c', 'one', { a: '1', b: '1', c: '1', d: '2', e: '2' }));
    expect(candidates('', 'a=1,b=1,c=1,d=1,e=1')).toEqual(['a', 'b']);
    expect(candidates('', 'a=1,b=1,c=1,e=1')).toEqual(['a']);
  });

  it.each([
    ['a quarter of all and sixteen', 80, 256, true],
    ['more than that', 80, 255, false],
  ])('are put in order where they are %s, or not', (_, count, size, isUsed) => {
    for (let at = 0; at < count; at++) put(entry(`k${at}`, 'one'));
    expect(candidates('spec.nodeName=one', '', size) !== undefined).toBe(isUsed);
  });

  it('are the first ones of several that are as rare', () => {
    put(entry('a', 'one', { app: 'web' }));
    put(entry('b', 'two', { app: 'db' }));
    expect(candidates('spec.nodeName=one', 'app=db')).toEqual(['a']);
  });

  it('of a field are not looked for by the empty value', () => {
    put(entry('a', ''));
    expect(candidates('spec.nodeName=', '')).toBeUndefined();
  });

  it('are none after everything was cleared', () => {
    put(entry('a', 'one', { app: 'web' }));
    candidates('', 'app=web');
    index.clear();
    entries.clear();
    expect([candidates('spec.nodeName=one', ''), candidates('', 'app=web')]).toEqual([[], []]);
  });
});
