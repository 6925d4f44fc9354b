import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EncodingCache, EncodingMemory } from './encoding-cache.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minutes = (count: number): void => void vi.advanceTimersByTime(count * 60_000);
const entry = { json: Buffer.from('{}') };

test('a form stays while it is asked for, and goes when it is not', () => {
  const forms = new EncodingCache<string>();
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
  const forms = new EncodingCache<string>();
  forms.set(entry, 'x');
  expect(vi.getTimerCount()).toBe(1);
  minutes(11);
  expect(vi.getTimerCount()).toBe(0);
  forms.set(entry, 'y');
  expect(forms.get(entry)).toBe('y');
  expect(vi.getTimerCount()).toBe(1);
});

test('a form can be replaced', () => {
  const forms = new EncodingCache<string>();
  forms.set(entry, 'x');
  minutes(6);
  forms.set(entry, 'y');
  expect(forms.get(entry)).toBe('y');
});

test('forms that share their memory stay within it', () => {
  const memory = new EncodingMemory(100_000);
  const bytesOf = (text: string): number => text.length;
  const [first, second] = [new EncodingCache({ memory, bytesOf }), new EncodingCache({ memory, bytesOf })];
  const entries = Array.from({ length: 100 }, () => ({ json: Buffer.from('{}') }));
  for (const at of entries) first.set(at, 'x'.repeat(900));
  expect(entries.filter((at) => first.get(at) !== undefined).length).toBeLessThanOrEqual(100);
  for (const at of entries) second.set(at, 'x'.repeat(900));
  // The oldest entry made room for the ones after it.
  expect(entries.filter((at) => first.get(at) !== undefined)).toEqual([]);
  const kept = entries.filter((at) => second.get(at) !== undefined);
  expect(kept.length).toBeGreaterThan(40);
  expect(kept).toContain(entries.at(-1));
});

test('a form that is asked for again and again stays, however many others come', () => {
  const forms = new EncodingCache({
    memory: new EncodingMemory(10_000),
    bytesOf: (text: string) => text.length,
  });
  forms.set(entry, 'x');
  for (let count = 0; count < 1_000; count++) {
    forms.set({ json: Buffer.from('{}') }, 'y'.repeat(100));
    expect(forms.get(entry)).toBe('x');
  }
});
