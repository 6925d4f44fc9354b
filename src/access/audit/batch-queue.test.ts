import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { type BatchOptions, BatchQueue } from './batch-queue.ts';
import { LostEvents } from './lost-events.ts';
import { TokenBucket } from './token-bucket.ts';

let batches: string[][];
let lost: [string, number][];
let reports: string[];
let held: PromiseWithResolvers<void> | undefined;
beforeEach(() => {
  batches = [];
  lost = [];
  reports = [];
  held = undefined;
});

const usual: BatchOptions = {
  bufferSize: 100,
  maxSize: 3,
  maxBytes: undefined,
  maxWait: 10_000,
  throttle: undefined,
  inFlight: 10,
};

function queueOf(options: Partial<BatchOptions> = {}): BatchQueue {
  const observer = {
    level: () => {},
    event: () => {},
    lost: (plugin: string, count: number) => void lost.push([plugin, count]),
    rejected: () => {},
  };
  const delivery = {
    name: 'test',
    deliver: async (texts: readonly string[]) => {
      batches.push([...texts]);
      await held?.promise;
    },
    close: async () => {},
  };
  const lostEvents = new LostEvents(observer, (message) => reports.push(message));
  return new BatchQueue({ ...usual, ...options }, delivery, lostEvents);
}

const addAll = (queue: BatchQueue, texts: string): void => {
  for (const text of texts) queue.add(text);
};

describe('events go out', () => {
  test('when a batch is full; what is over waits', async () => {
    const queue = queueOf();
    addAll(queue, 'abcdefg');
    expect(batches).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ]);
    await queue.close(1_000);
    expect(batches.at(-1)).toEqual(['g']);
  });

  test('when the first has waited enough', async () => {
    const queue = queueOf({ maxWait: 30 });
    addAll(queue, 'ab');
    expect(batches).toEqual([]);
    await sleep(60);
    expect(batches).toEqual([['a', 'b']]);
    addAll(queue, 'c');
    await sleep(60);
    expect(batches).toEqual([['a', 'b'], ['c']]);
  });

  test('at once, when none is to wait', () => {
    addAll(queueOf({ maxWait: 0 }), 'ab');
    expect(batches).toEqual([['a'], ['b']]);
  });

  test('in batches of so many bytes, and one that has more by itself', async () => {
    const queue = queueOf({ maxBytes: 5 });
    for (const text of ['aaa', 'bb', 'c']) queue.add(text);
    for (const text of ['dddddddd', 'e']) queue.add(text);
    await queue.close(1_000);
    expect(batches).toEqual([['aaa', 'bb'], ['c'], ['dddddddd'], ['e']]);
  });

  test('as fast as is allowed', async () => {
    let now = 0;
    const queue = queueOf({ maxSize: 1, throttle: new TokenBucket(20, 2, () => now) });
    addAll(queue, 'abcd');
    expect(batches).toHaveLength(2);
    now = 50;
    await sleep(80);
    expect(batches).toHaveLength(3);
  });
});

test('what does not fit while nobody takes anything is lost, counted, and told of when it begins and ends', async () => {
  held = Promise.withResolvers();
  const queue = queueOf({ bufferSize: 3, inFlight: 1 });
  addAll(queue, 'abcdefghi');
  expect(batches).toEqual([['a', 'b', 'c']]);
  expect(lost).toEqual(Array(3).fill(['buffered', 1]));
  held.resolve();
  await queue.close(1_000);
  expect(batches).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e', 'f'],
  ]);
  expect(reports).toEqual([
    'audit: buffered: events are being lost: audit buffer queue blocked',
    'audit: buffered: events are stored again; 3 were lost',
  ]);
});

test('batches that nobody took are lost as a whole; when one is taken, it is said how many', async () => {
  held = Promise.withResolvers();
  const queue = queueOf();
  addAll(queue, 'abcdef');
  held.reject(new Error('no'));
  await sleep(0);
  expect(lost).toEqual([
    ['test', 3],
    ['test', 3],
  ]);
  held = undefined;
  addAll(queue, 'ghi');
  await queue.close(1_000);
  expect(reports).toEqual([
    'audit: test: events are being lost: no',
    'audit: test: events are stored again; 6 were lost',
  ]);
});

test('an end waits only so long', async () => {
  held = Promise.withResolvers();
  const queue = queueOf({ inFlight: 1 });
  addAll(queue, 'abcdef');
  await queue.close(20);
  expect(lost).toEqual([['buffered', 3]]);
});
