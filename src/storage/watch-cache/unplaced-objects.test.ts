import { expect, it } from 'vitest';
import type { CacheEntry } from './entry.ts';
import { UnplacedObjects } from './unplaced-objects.ts';

const entry = (isUnplaced?: true) => ({ isUnplaced }) as unknown as CacheEntry;

it('counts the objects that do not say where they stand, until they do or are gone', () => {
  const told: string[] = [];
  const objects = new UnplacedObjects((key) => told.push(key));
  objects.update('a/x', entry());
  objects.update('a/y', entry(true));
  objects.update('a/z', entry(true));
  expect([objects.size, told]).toEqual([2, ['a/y', 'a/z']]);
  objects.update('a/y', entry());
  objects.update('a/z', undefined);
  expect(objects.size).toBe(0);
  objects.update('a/y', entry(true));
  objects.clear();
  expect(objects.size).toBe(0);
});
