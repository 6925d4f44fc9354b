import { expect, it } from 'vitest';
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
