import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Kv } from './kv.ts';
import { StoreHealth } from './store-health.ts';

let asked: PromiseWithResolvers<number>[];
let health: StoreHealth;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  const currentRevision = (): Promise<number> => {
    asked.push(Promise.withResolvers<number>());
    return asked.at(-1)!.promise;
  };
  health = new StoreHealth({ currentRevision } as unknown as Kv, { now: () => Date.now() });
});
afterEach(() => void vi.useRealTimers());

const isOk = (): Promise<boolean> =>
  health.check().then(
    () => true,
    () => false,
  );
const flush = () => vi.advanceTimersByTimeAsync(0);

it('all who ask at the same time share one question', async () => {
  const answers = Array.from({ length: 50 }, isOk);
  expect(asked).toHaveLength(1);
  asked[0]!.resolve(7);
  expect(await Promise.all(answers)).toEqual(Array(50).fill(true));
  expect(await isOk()).toBe(true);
  expect(asked).toHaveLength(1);
});

it('nobody waits for the next answer as long as the last one was good a moment ago', async () => {
  const first = isOk();
  asked[0]!.resolve(7);
  await first;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await isOk()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await isOk()).toBe(true);
  expect(asked).toHaveLength(2);
  // The second question has had its time, and so there is no good answer any more.
  await vi.advanceTimersByTimeAsync(1_000);
  const third = isOk();
  expect(asked).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await third).toBe(false);
});

it('a failure is told at once and not kept', async () => {
  const first = isOk();
  asked[0]!.reject(new Error('down'));
  expect(await first).toBe(false);
  const second = isOk();
  await flush();
  asked[1]!.resolve(7);
  expect(await second).toBe(true);
});
