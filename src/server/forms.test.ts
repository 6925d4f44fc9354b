import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CacheEntry } from '../storage/watch-cache/entry.ts';
import { KeptForms } from './forms.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minutes = (count: number): void => void vi.advanceTimersByTime(count * 60_000);
const entry = {} as CacheEntry;

test('a form stays while it is asked for, and goes when it is not', () => {
  const forms = new KeptForms<string>();
  expect(forms.get(entry)).toBeUndefined();
  forms.set(entry, 'x');
  for (let i = 0; i < 10; i++) {
    minutes(4);
    expect(forms.get(entry)).toBe('x');
  }
  minutes(11);
  expect(forms.get(entry)).toBeUndefined();
});

test('nothing runs on when nothing is kept any more', () => {
  const forms = new KeptForms<string>();
  forms.set(entry, 'x');
  expect(vi.getTimerCount()).toBe(1);
  minutes(11);
  expect(vi.getTimerCount()).toBe(0);
  forms.set(entry, 'y');
  expect(forms.get(entry)).toBe('y');
  expect(vi.getTimerCount()).toBe(1);
});

test('a form can be replaced', () => {
  const forms = new KeptForms<string>();
  forms.set(entry, 'x');
  minutes(6);
  forms.set(entry, 'y');
  expect(forms.get(entry)).toBe('y');
});
