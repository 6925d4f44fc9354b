import { expect, test } from 'vitest';
import type { User } from '../../api/meta/user.ts';
import { TokenCache, type TokenDecision } from './token-cache.ts';

const jane: User = { name: 'jane', uid: '', groups: [], extra: {} };

function decisions(decide: (token: string) => TokenDecision<User | undefined>) {
  let now = 0;
  const asked: string[] = [];
  const made = new TokenCache(
    async (token) => {
      asked.push(token);
      await new Promise(setImmediate);
      return decide(token);
    },
    { now: () => now },
  );
  return { made, asked, pass: (ms: number) => (now += ms) };
}

test('who decides is asked once in the time that it says, whichever the decision is', async () => {
  const { made, asked, pass } = decisions((token) => ({
    found: token === 'good' ? jane : undefined,
    keepFor: 100,
  }));
  for (const [token, user] of [
    ['good', jane],
    ['bad', undefined],
  ] as const) {
    expect(await made.of(token)).toBe(user);
    expect(made.of(token)).toBe(user);
  }
  expect(asked).toEqual(['good', 'bad']);
  pass(100);
  await made.of('good');
  expect(asked).toHaveLength(3);
});

test('many who come with the same token at once are one question', async () => {
  const { made, asked } = decisions(() => ({ found: jane, keepFor: 0 }));
  const users = await Promise.all(Array.from({ length: 100 }, () => made.of('t')));
  expect(users).toEqual(Array(100).fill(jane));
  expect(asked).toHaveLength(1);
  await made.of('t');
  expect(asked).toHaveLength(2);
});

test('not to know is told to all who ask, and not remembered', async () => {
  let fails = true;
  const { made } = decisions(() => {
    if (fails) throw new Error('down');
    return { found: jane, keepFor: 100 };
  });
  const both = await Promise.allSettled([made.of('t'), made.of('t')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect(await made.of('t')).toBe(jane);
});

test('another audience is another question', async () => {
  const { made, asked } = decisions(() => ({ found: jane, keepFor: 100 }));
  for (const audiences of [[], ['a'], ['a', 'b'], ['a']]) await made.of('t', audiences);
  expect(asked).toHaveLength(3);
});
