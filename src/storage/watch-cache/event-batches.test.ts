import { expect, it } from 'vitest';
import type { CacheEntry } from './entry.ts';
import { CacheEvent, type EventEncoder, largeFrame } from './event.ts';
import { EventBatchBuilder, maxBatchBytes, pastBatch } from './event-batches.ts';
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

it('a batch is full of sixty-four kilobytes', () => {
  const half = maxBatchBytes / 2;
  const events = [2, 3, 4].map((revision) => created(revision, half));
  expect(pastBatch(events, behind(1))).toMatchObject({ after: 1, revision: 3, events: 2, isLast: false });
  const less = [created(2, half), created(3, half - 1), created(4, 1), created(5, 1)];
  expect(pastBatch(less, behind(1))).toMatchObject({ revision: 4, events: 3, isLast: false });
});

it('what is not for a watcher is looked at a thousand events at a time, whole revisions of them', () => {
  const events = Array.from({ length: 1_001 }, (_, at) => created(at + 2, 10));
  expect(pastBatch(events, behind(1, []))).toMatchObject({ revision: 1_001, events: 0, isLast: false });
  expect(pastBatch(events.slice(1), behind(1, []))).toMatchObject({ revision: 1_002, isLast: true });
  const together = Array.from({ length: 1_001 }, () => created(2, 10));
  expect(pastBatch(together, behind(1, []))).toMatchObject({ revision: 2, isLast: true });
});

it('without events a watcher stays where it is', () => {
  expect(pastBatch([], behind(5))).toEqual({
    after: 5,
    revision: 5,
    bytes: Buffer.alloc(0),
    events: 0,
    isLast: true,
  });
});

it('the collected frames know where they begin and end', () => {
  const builder = new EventBatchBuilder();
  expect([builder.isEmpty, builder.bytes, builder.holds(0)]).toEqual([true, 0, false]);
  builder.add(Buffer.from('a'), 7);
  builder.add(Buffer.from('bc'), 7);
  builder.add(Buffer.from('d'), 9);
  expect([builder.isEmpty, builder.bytes, builder.after]).toEqual([false, 4, 6]);
  expect([7, 9].map((revision) => builder.holds(revision))).toEqual([false, true]);
  expect(builder.build()).toEqual({ after: 6, revision: 9, bytes: Buffer.from('abcd'), events: 3 });
});

it.each<[string, number, number, number, boolean]>([
  ['of its last revision never', 10, 1e9, 7, false],
  ['as long as there is room', 10, 10, 8, false],
  ['when there is none', 100, 10, 8, true],
  ['when it is large', 10, largeFrame, 8, true],
  ['when it is nearly large', 10, largeFrame - 1, 8, false],
])('a frame belongs into the next batch %s', (_, has, bytes, revision, expected) => {
  const builder = new EventBatchBuilder();
  expect(builder.isFullFor(bytes, revision, 100)).toBe(false);
  builder.add(Buffer.alloc(has), 7);
  expect(builder.isFullFor(bytes, revision, 100)).toBe(expected);
});

it('a frame belongs into the next batch after a large one', () => {
  const builder = new EventBatchBuilder();
  builder.add(Buffer.alloc(largeFrame), 7);
  expect(builder.isFullFor(1, 8, 1e9)).toBe(true);
});
