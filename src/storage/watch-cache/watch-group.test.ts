import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { TurnQueue } from '../../util/pacer.ts';
import type { EventEncoder } from './event.ts';
import type { Selection } from './selection.ts';
import { WatchGroup } from './watch-group.ts';
import { type EventBatch, type Past, WatchStream } from './watch-stream.ts';

/** A watch that has everything up to revision 1, and whose writes take some time. */
function slowStream(writes: string[], milliseconds: number): WatchStream {
  const sink = {
    backlog: 0,
    onDrain: undefined,
    write(bytes: Buffer): boolean {
      writes.push(bytes.toString());
      const end = performance.now() + milliseconds;
      while (performance.now() < end);
      return true;
    },
    end: () => {},
    cut: () => {},
  };
  const stream = new WatchStream(
    {
      selection: {} as Selection,
      encoder: {} as EventEncoder,
      sink,
      bookmarks: false,
      deadline: Number.POSITIVE_INFINITY,
      onUnreadable: () => expect.unreachable(),
    },
    0,
  );
  const past: Past = {
    next: () => ({ after: 1, revision: 1, bytes: Buffer.alloc(0), events: 0, isLast: true }),
    caughtUp: () => {},
    later: (task) => task(),
  };
  stream.resume(1, past);
  return stream;
}

test('events that follow a batch closely go out together, the first one at once', async () => {
  const writes: string[] = [];
  const group = new WatchGroup({} as Selection, {} as EventEncoder, new TurnQueue(), () => {});
  group.join(slowStream(writes, 40));
  group.add(Buffer.from('2 '), 2);
  await nextIteration();
  expect(writes).toEqual(['2 ']);
  for (const revision of [3, 4, 5]) {
    group.add(Buffer.from(`${revision} `), revision);
    await nextIteration();
  }
  while (writes.length < 2) await sleep(5);
  expect(writes).toEqual(['2 ', '3 4 5 ']);
});

/** A stream that says what was done with it. */
class Listener {
  readonly calls: string[] = [];
  takes = true;
  deliver = ({ after, revision, bytes, events }: EventBatch): boolean => {
    this.calls.push(`${bytes.length > 99 ? bytes.length : bytes} (${events}) ${after} to ${revision}`);
    return this.takes;
  };
  leaveBehind = (after: number) => void this.calls.push(`behind ${after}`);
  bookmark = (now: number, revision: number) => void this.calls.push(`bookmark ${now} ${revision}`);
  tick = (now: number) => void this.calls.push(`tick ${now}`);
  get stream(): WatchStream {
    return this as unknown as WatchStream;
  }
}

describe('a group', () => {
  let group: WatchGroup;
  let delivered: [events: number, bytes: number][];
  let listeners: Listener[];

  beforeEach(() => {
    // Groups of earlier tests may go on with their own.
    const sums: typeof delivered = [];
    delivered = sums;
    group = new WatchGroup({} as Selection, {} as EventEncoder, new TurnQueue(), (...sum) => {
      sums.push(sum);
    });
    listeners = [];
  });

  function listen(count: number): void {
    for (let at = 0; at < count; at++) {
      const listener = new Listener();
      listeners.push(listener);
      group.join(listener.stream);
    }
  }
  const calls = (): string[][] => listeners.map((listener) => listener.calls);
  const add = (revision: number, bytes = `${revision} `): void => group.add(Buffer.from(bytes), revision);

  it('hands one batch to all of its streams, and says how much that was', () => {
    listen(2);
    add(2);
    add(3);
    group.flush();
    expect(calls()).toEqual([['2 3  (2) 1 to 3'], ['2 3  (2) 1 to 3']]);
    expect(delivered).toEqual([[4, 8]]);
  });

  it('says nothing of those who have it already', () => {
    listen(2);
    for (const listener of listeners) listener.takes = false;
    add(2);
    group.flush();
    expect(delivered).toEqual([]);
    listeners[1]!.takes = true;
    add(3);
    group.flush();
    expect(delivered).toEqual([[1, 2]]);
  });

  it('begins another batch for a stream that joins, or has caught up', () => {
    listen(1);
    add(2);
    listen(1);
    add(3);
    group.seal();
    group.seal();
    add(4);
    group.flush();
    const batches = ['2  (1) 1 to 2', '3  (1) 2 to 3', '4  (1) 3 to 4'];
    expect(calls()).toEqual([batches, batches]);
  });

  it('begins another batch after 256 kilobytes, but for events of the same revision', () => {
    listen(1);
    const quarter = 'x'.repeat(60_000);
    for (const revision of [2, 3, 4, 5, 6, 6, 7]) add(revision, quarter);
    group.flush();
    expect(calls()).toEqual([['360000 (6) 1 to 6', '60000 (1) 6 to 7']]);
  });

  it('leaves its streams behind when more than four megabytes wait', () => {
    listen(2);
    const megabyte = 'x'.repeat(1024 * 1024);
    for (const revision of [2, 3, 4, 5, 6]) add(revision, megabyte);
    expect(calls()).toEqual([[], []]);
    add(6, '6 ');
    expect(calls()).toEqual([[], []]);
    add(7);
    expect(calls()).toEqual([['behind 1'], ['behind 1']]);
    group.flush();
    expect(calls()).toEqual([
      ['behind 1', '7  (1) 6 to 7'],
      ['behind 1', '7  (1) 6 to 7'],
    ]);
  });

  it('with four megabytes waiting leaves none behind', () => {
    listen(1);
    const megabyte = 'x'.repeat(1024 * 1024);
    for (const revision of [2, 3, 4, 5]) add(revision, megabyte);
    add(6);
    expect(calls()).toEqual([[]]);
    group.flush();
    for (const revision of [7, 8, 9, 10, 11]) add(revision, megabyte);
    expect(calls()[0]).toHaveLength(5);
    expect(calls()[0]).not.toContain('behind 5');
  });

  it('of many hands a batch to a thousand of them at a time', async () => {
    listen(2_001);
    add(2);
    await nextIteration();
    await expect.poll(() => delivered.length).toBe(3);
    expect(delivered).toEqual([
      [1_000, 2_000],
      [1_000, 2_000],
      [1, 2],
    ]);
    expect(calls().every((of) => of.length === 1)).toBe(true);
  });

  it('of many leaves those behind that a batch has not come to', () => {
    listen(1_001);
    const turns = new TurnQueue();
    const tasks: (() => void)[] = [];
    turns.add = (task) => void tasks.push(task);
    group = new WatchGroup({} as Selection, {} as EventEncoder, turns, () => {});
    for (const { stream } of listeners) group.join(stream);
    add(2);
    tasks.shift()!();
    const megabyte = 'x'.repeat(1024 * 1024);
    for (const revision of [3, 4, 5, 6, 7]) add(revision, megabyte);
    add(8);
    expect(calls()[0]).toEqual(['2  (1) 1 to 2', 'behind 2']);
    expect(calls()[1_000]).toEqual(['behind 1', 'behind 2']);
  });

  it('has given all there was before a bookmark', () => {
    listen(1);
    add(2);
    group.tick(5, 7);
    expect(calls()).toEqual([['2  (1) 1 to 2', 'bookmark 5 7', 'tick 5']]);
  });

  it('of a thousand gives a bookmark at once; a larger one, once it has nothing to hand over', () => {
    listen(1_000);
    add(2);
    group.tick(5, 7);
    expect(calls()[999]).toEqual(['2  (1) 1 to 2', 'bookmark 5 7', 'tick 5']);
    listen(1);
    add(3);
    group.tick(6, 8);
    expect(calls()[0]!.slice(3)).toEqual(['tick 6']);
    group.flush();
    group.tick(7, 8);
    expect(calls()[0]!.slice(4)).toEqual(['3  (1) 2 to 3', 'bookmark 7 8', 'tick 7']);
  });
});
