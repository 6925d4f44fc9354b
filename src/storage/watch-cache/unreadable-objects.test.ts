import { expect, it } from 'vitest';
import { KvError } from '../kv.ts';
import { CorruptObjectError } from './entry.ts';
import { Selection } from './selection.ts';
import { maxNamed, UnreadableObjects } from './unreadable-objects.ts';

it('of thousands that a selection may have, no more are found than an error names, and one that says so', () => {
  const objects = new UnreadableObjects();
  for (const namespace of ['a', 'b'])
    for (let index = 0; index < 3_000; index++)
      objects.add(new CorruptObjectError(`${namespace}/o${index}`, index, new SyntaxError('x')));
  const found = objects.within(new Selection('b'));
  expect(found).toHaveLength(maxNamed + 1);
  expect(found.every(({ key }) => key.startsWith('b/'))).toBe(true);
  expect(objects.within(new Selection('b'), 49)).toHaveLength(50);
  expect(objects.within(new Selection('c'))).toEqual([]);
});

it('they are known by key until they can be read, or everything is read anew', () => {
  const objects = new UnreadableObjects();
  const [one, two] = ['a/x', 'a/y'].map((key) => new CorruptObjectError(key, 7, new SyntaxError('x')));
  expect([objects.size, objects.at('a/x'), objects.delete('a/x')]).toEqual([0, undefined, false]);
  objects.add(two!);
  objects.add(one!);
  const { byKey } = objects;
  expect([objects.size, objects.at('a/x'), objects.at('a/z')]).toEqual([2, one, undefined]);
  expect([objects.delete('a/z'), objects.delete('a/x'), objects.size]).toEqual([false, true, 1]);
  expect([...byKey.values()]).toEqual([one, two]);
  objects.clear();
  expect([objects.size, objects.within(new Selection(''))]).toEqual([0, []]);
});

it('some of them could be decrypted with other keys', () => {
  const objects = new UnreadableObjects();
  expect(objects.hasUndecryptable).toBe(false);
  objects.add(new CorruptObjectError('a/x', 7, new SyntaxError('x')));
  expect(objects.hasUndecryptable).toBe(false);
  objects.add(new CorruptObjectError('a/y', 7, new KvError('Encryption', 'no key')));
  expect(objects.hasUndecryptable).toBe(true);
});

it('those at a revision are those of it and of older ones', () => {
  const objects = new UnreadableObjects();
  for (const revision of [5, 6, 7])
    objects.add(new CorruptObjectError(`a/${revision}`, revision, new SyntaxError('x')));
  expect(objects.within(new Selection(''), 6).map(({ key }) => key)).toEqual(['a/5', 'a/6']);
});
