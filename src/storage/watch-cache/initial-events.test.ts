import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseLabelSelector } from '../../api/selectors/label-selector.ts';
import type { CacheEntry } from './entry.ts';
import { maxBatchBytes } from './event-batches.ts';
import { initialEvents } from './initial-events.ts';
import { Selection } from './selection.ts';
import type { WatchOptions } from './watch-stream.ts';

const entry = (name: string, app: string, size = 0): CacheEntry =>
  ({
    key: `a/${name}`,
    namespace: 'a',
    name,
    labels: { app },
    fields: {},
    json: Buffer.alloc(size),
  }) as unknown as CacheEntry;

const optionsOf = (selection: Selection): WatchOptions =>
  ({
    selection,
    encoder: {
      id: 'text',
      frame: (type: string, { name, json }: CacheEntry) =>
        json.length > 0 ? json : Buffer.from(`${type} ${name};`),
      bookmark: (revision: number, isEnd: boolean) => Buffer.from(`BOOKMARK ${revision} ${isEnd};`),
    },
  }) as unknown as WatchOptions;

const everything = new Selection('');
const web = new Selection('', parseLabelSelector('app=web'));
const entries = [entry('x', 'web'), entry('y', 'db'), entry('z', 'web')];

afterEach(() => void vi.restoreAllMocks());

describe('the state with which a watch begins', () => {
  it.each<[string, Selection, CacheEntry[], number | undefined, string[]]>([
    ['is all that there is', everything, entries, undefined, ['ADDED x;ADDED y;ADDED z;']],
    ['is what is selected', web, entries, undefined, ['ADDED x;ADDED z;']],
    ['may be ended by a bookmark', web, entries, 7, ['ADDED x;ADDED z;BOOKMARK 7 true;']],
    ['may be nothing but that', web, [], 7, ['BOOKMARK 7 true;']],
    ['may be nothing', web, [], undefined, []],
  ])('%s', (_, selection, of, bookmark, expected) => {
    const blocks = [...initialEvents(of, optionsOf(selection), bookmark)];
    expect(blocks.map(String)).toEqual(expected);
  });

  it('comes in pieces of its events from an encoder that makes them so', () => {
    const options = optionsOf(everything);
    const encoder = Object.assign(Object.create(options.encoder), {
      pieces: (type: string, { name }: CacheEntry) => [Buffer.from(`${type} `), Buffer.from(`${name}+`)],
    });
    const blocks = [...initialEvents(entries, { ...options, encoder }, 7)];
    expect(blocks.map(String)).toEqual(['ADDED x+ADDED y+ADDED z+BOOKMARK 7 true;']);
  });

  it('comes in blocks of so many bytes at least, the rest in the last', () => {
    const half = maxBatchBytes / 2;
    const sizes = [half, half, half, half - 1, 1, 5, 3];
    const of = sizes.map((size) => entry('x', 'web', size));
    const blocks = [...initialEvents(of, optionsOf(everything), undefined)];
    expect(blocks.map(({ length }) => length)).toEqual([maxBatchBytes, maxBatchBytes, 8]);
  });

  it('has pauses where the next block takes long, and none otherwise', () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const of = (function* (): Generator<CacheEntry> {
      for (let at = 0; at < 64; at++) {
        now += 0.125;
        yield entry('none', 'db');
      }
      yield entry('x', 'web');
    })();
    // Each sixteenth look is one at the clock: two milliseconds have gone by at each of them.
    const blocks = [...initialEvents(of, optionsOf(web), undefined)];
    expect(blocks.map(String)).toEqual(['', '', '', '', 'ADDED x;']);
  });
});
