import { describe, expect, test } from 'vitest';
import type { AuthenticationRequest, Decision } from './authenticator.ts';
import { UnionAuthenticator } from './union.ts';

const request: AuthenticationRequest = {
  headers: {},
  rawHeaders: [],
  connection: { peerCertificates: [], remoteAddress: '' },
};
const user = (name: string, ...groups: string[]) => ({ name, uid: '', groups, extra: {} });
const a = user('a', 'x');
const b = user('b');

const union = (decisions: (Decision | Promise<Decision>)[]) => {
  const asked: number[] = [];
  const methods = decisions.map((decision, i) => ({
    authenticate: () => {
      asked.push(i);
      return decision;
    },
  }));
  return { asked, decision: () => new UnionAuthenticator(methods).authenticate(request) };
};

describe.each<[when: string, wrap: (decision: Decision) => Decision | Promise<Decision>]>([
  ['at once', (decision: Decision) => decision],
  ['later', (decision: Decision) => Promise.resolve(decision)],
])('methods that decide %s', (_when, wrap) => {
  test.each<[decisions: Decision[], name: string, asked: number]>([
    [[a, b], 'a', 1],
    [['none', b], 'b', 2],
    [['invalid', 'none', b], 'b', 3],
    [[], 'none', 0],
    [['none', 'none'], 'none', 2],
    [['none', 'invalid', 'none'], 'invalid', 3],
    [['invalid', 'none'], 'invalid', 2],
  ])('%j give %s', async (decisions, name, count) => {
    const { asked, decision } = union(decisions.map(wrap));
    const decided = await decision();
    expect(typeof decided === 'string' ? decided : decided.name).toBe(name);
    expect(asked).toHaveLength(count);
  });
});

test('nothing is waited for when nobody asks to', () => {
  expect(union(['none', 'none']).decision()).toBe('none');
  expect(union(['none', a]).decision()).toMatchObject({ name: 'a' });
});

test('methods that decide later and at once mix', async () => {
  expect(
    await union([Promise.resolve('invalid'), 'none', Promise.resolve('none'), b]).decision(),
  ).toMatchObject({ name: 'b' });
  expect(await union(['none', Promise.resolve('invalid'), 'none']).decision()).toBe('invalid');
});

test('every user belongs to the authenticated ones, once', () => {
  expect(union([a]).decision()).toEqual(user('a', 'x', 'system:authenticated'));
  const already = user('c', 'system:authenticated', 'y');
  expect(union([already]).decision()).toEqual(already);
  expect(a.groups).toEqual(['x']);
});

test('whom a method tells of as nobody stays that', () => {
  const nobody = user('system:anonymous', 'system:unauthenticated');
  const other = user('d', 'system:unauthenticated');
  for (const told of [nobody, user('system:anonymous'), other])
    expect(union([told]).decision()).toEqual(told);
});

test('a mistake is not an answer', async () => {
  await expect(union([Promise.reject(new Error('broken')), a]).decision()).rejects.toThrow('broken');
});
