import { expect, test } from 'vitest';
import { atOnce, type Interruptible, timed } from './slices.ts';

/** Works for so many milliseconds. */
function busy(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

function* work(): Interruptible<string> {
  busy(5);
  yield;
  busy(5);
  return 'done';
}

test('the time of interruptible work is that of its own steps', () => {
  const times: number[] = [];
  const measured = timed(work(), (seconds) => times.push(seconds));
  expect(measured.next()).toEqual({ done: false, value: undefined });
  busy(200);
  expect(measured.next()).toEqual({ done: true, value: 'done' });
  expect(times).toHaveLength(1);
  expect(times[0]).toBeGreaterThanOrEqual(0.01);
  expect(times[0]).toBeLessThan(0.2);
});

test('the time of work that fails is told as well', () => {
  const times: number[] = [];
  function* failing(): Interruptible<void> {
    yield;
    throw new Error('no');
  }
  expect(() => atOnce(timed(failing(), (seconds) => times.push(seconds)))).toThrow('no');
  expect(times).toHaveLength(1);
});
