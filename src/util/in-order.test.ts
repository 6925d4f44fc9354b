import { expect, it } from 'vitest';
import { after, inOrder } from './in-order.ts';

it('is done at once where no step has to be waited for', () => {
  const seen: string[] = [];
  expect(inOrder(['a', 'b'], (item, index) => void seen.push(`${index}${item}`))).toBeUndefined();
  expect(seen).toEqual(['0a', '1b']);
});

it('waits for a step before it takes the next one', async () => {
  const seen: string[] = [];
  await inOrder([3, 1, 2], async (item) => {
    await Promise.resolve();
    seen.push(String(item));
  });
  expect(seen).toEqual(['3', '1', '2']);
});

it('ends at the first error', async () => {
  const seen: number[] = [];
  const asked = inOrder([1, 2, 3], (item) => {
    seen.push(item);
    if (item === 2) return Promise.reject(new Error('no'));
  });
  await expect(asked).rejects.toThrow('no');
  expect(seen).toEqual([1, 2]);
});

it('goes on with a value at once, or when it is there', async () => {
  expect(after(1, (value) => value + 1)).toBe(2);
  await expect(after(Promise.resolve(1), (value) => value + 1)).resolves.toBe(2);
});
