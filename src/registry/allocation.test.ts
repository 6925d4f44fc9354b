import { expect, it } from 'vitest';
import { badRequest, timeout } from '../api/meta/status.ts';
import { withAllocation } from './allocation.ts';

/** Outcome of the values that were allocated for a write. */
async function fate(write: () => Promise<string>): Promise<string[]> {
  const calls: string[] = [];
  const allocation = {
    ensureHeld: () => {},
    commit: async () => void calls.push('commit'),
    rollback: async () => void calls.push('rollback'),
  };
  await withAllocation(allocation, write, (outcome) => outcome === 'written').then(
    (outcome) => calls.push(outcome),
    (error: Error) => calls.push(error.message),
  );
  return calls;
}

it.each<[string, () => Promise<string>, string[]]>([
  ['kept once the object is written', async () => 'written', ['commit', 'written']],
  ['freed when another write came first', async () => 'changed', ['rollback', 'changed']],
  [
    'freed when the write is refused',
    async () => {
      throw badRequest('refused');
    },
    ['rollback', 'refused'],
  ],
  [
    'freed when something breaks',
    async () => {
      throw new Error('broken');
    },
    ['rollback', 'broken'],
  ],
  [
    'left as they are when nobody knows whether it is written',
    async () => {
      throw timeout('unknown');
    },
    ['Timeout: unknown'],
  ],
])('values of a write are %s', async (_, write, expected) => {
  expect(await fate(write)).toEqual(expected);
});

it('a write without values is just done', async () => {
  expect(
    await withAllocation(
      undefined,
      async () => 'done',
      () => false,
    ),
  ).toBe('done');
});
