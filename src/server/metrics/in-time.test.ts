import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inTime } from './in-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['an answer in time is taken', () => Promise.resolve(7), 7],
  ['a failure is the fallback', () => Promise.reject(new Error('away')), 0],
  ['what never comes is the fallback', () => new Promise<number>(() => {}), 0],
])('%s', async (_, ask, expected) => {
  const found = inTime<number>(ask(), 0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await found).toBe(expected);
  expect(vi.getTimerCount()).toBe(0);
});
