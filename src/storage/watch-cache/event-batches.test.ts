import { expect, it } from 'vitest';
import type { CacheEntry } from './entry.ts';
import { CacheEvent, type EventEncoder, largeFrame } from './event.ts';
import { EventBatchBuilder, pastBatch } from './event-batches.ts';
import type { Selection } from './selection.ts';
import type { WatchStream } from './watch-stream.ts';

const encoder: EventEncoder = {
  id: 'json',
  frame: (_, { json }) => Buffer.from(json),
  bookmark: () => Buffer.alloc(0),
};

/** An object of so many bytes is created. */
const created = (revision: number, bytes: number): CacheEvent =>
  new CacheEvent(revision, { key: 'a/b', json: Buffer.alloc(bytes) } as CacheEntry, undefined, 0);

/** A watcher of everything, or of what was created at some revisions, that has seen everything up to one. */
const behind = (revision: number, only?: number[]): WatchStream => {
  const matches = (entry: CacheEntry) => only === undefined || only.includes(entry.json.length);
  return { selection: { matches } as Selection, encoder, revision } as WatchStream;
};

it('small events go out together, large ones alone', () => {
  const events = [created(2, 10), created(3, 10), created(4, largeFrame), created(5, 10)];
  const seen: [revision: number, events: number, isLast: boolean][] = [];
  for (let revision = 1; revision < 5; ) {
    const batch = pastBatch(
      events.filter((event) => event.revision > revision),
      behind(revision),
    );
    revision = batch.revision;
    seen.push([batch.revision, batch.events, batch.isLast]);
  }
  expect(seen).toEqual([
    [3, 2, false],
    [4, 1, false],
    [5, 1, true],
  ]);
});

it('a large event of a revision of which others were looked at goes with them', () => {
  const events = [created(2, 10), created(3, 20), created(3, largeFrame), created(3, 10)];
  const batch = pastBatch(events, behind(1, [10, largeFrame]));
  expect(batch).toMatchObject({ revision: 3, isLast: true });
  expect(batch.bytes).toHaveLength(10 + largeFrame + 10);
});

it('watchers that are behind share the bytes of large events', () => {
  const large = created(2, largeFrame);
  const small = created(3, 10);
  const framesOf = (event: CacheEvent) => [1, 2].map(() => event.pastFrame('ADDED', encoder));
  const [one, two] = framesOf(large);
  expect(one).toBe(two);
  expect(large.frame('ADDED', encoder)).toBe(one);
  const [first, second] = framesOf(small);
  expect(first).not.toBe(second);
});

it('a single event is not copied into its batch', () => {
  const event = created(2, largeFrame);
  const builder = new EventBatchBuilder();
  builder.add(event.frame('ADDED', encoder), 2);
  expect(builder.build().bytes).toBe(event.pastFrame('ADDED', encoder));
});
