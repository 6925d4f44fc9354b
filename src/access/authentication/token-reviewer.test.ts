import { expect, test } from 'vitest';
import type { User } from '../../api/meta/user.ts';
import type { ReviewedToken, TokenAuthenticator } from './authenticator.ts';
import { TokenReviewer } from './token-reviewer.ts';

const user = (name: string): User => ({ name, uid: '', groups: ['g'], extra: {} });

/** Knows the token that is its name, and nothing of audiences. */
const plain = (name: string): TokenAuthenticator => ({
  authenticateToken: (token) => (token === name ? user(name) : undefined),
});

const aware = (answer: ReviewedToken): TokenAuthenticator => ({
  authenticateToken: () => expect.unreachable(),
  reviewToken: async () => answer,
});

const review = (methods: TokenAuthenticator[], token: string, ...wanted: string[]) =>
  new TokenReviewer(methods, ['api', 'api2']).review(token, wanted);

test('the first method that knows the token decides, and its user is authenticated', async () => {
  expect(await review([plain('a'), plain('b')], 'b')).toEqual({
    user: { ...user('b'), groups: ['g', 'system:authenticated'] },
    audiences: ['api', 'api2'],
  });
  const found = { user: { ...user('c'), groups: ['system:authenticated'] }, audiences: ['x'] };
  expect(await review([aware({ problem: 'no' }), aware(found), plain('b')], 'b', 'x')).toEqual(found);
});

test('whom a method tells of as nobody stays that', async () => {
  const nobody = { name: 'system:anonymous', uid: '', groups: ['system:unauthenticated'], extra: {} };
  const found = { user: nobody, audiences: ['x'] };
  expect(await review([aware(found)], 'a', 'x')).toEqual(found);
});

test('tokens that do not say whom they are for are for this API', async () => {
  expect(await review([plain('a')], 'a', 'x', 'api2')).toMatchObject({ audiences: ['api2'] });
  expect(await review([plain('a')], 'a', 'api2', 'api2')).toMatchObject({ audiences: ['api2', 'api2'] });
  expect(await review([plain('a')], 'a', 'x')).toEqual({ error: 'invalid bearer token' });
});

test('a token that nobody accepts is told of with every reason', async () => {
  expect(await review([plain('a')], 'b')).toEqual({ error: 'invalid bearer token' });
  expect(await review([plain('a'), aware({ problem: 'x' }), aware({ problem: 'x' })], 'b')).toEqual({
    error: 'x',
  });
  expect(await review([aware({ problem: 'x' }), aware(undefined), aware({ problem: 'y' })], 'b')).toEqual({
    error: '[x, y]',
  });
});

test('from 1.24 on every reason follows the sentence that it is invalid', async () => {
  const later = (...methods: TokenAuthenticator[]) =>
    new TokenReviewer(methods, ['api'], true).review('b', []);
  expect(await later(plain('a'))).toEqual({ error: 'invalid bearer token' });
  expect(await later(aware({ problem: 'x' }))).toEqual({ error: '[invalid bearer token, x]' });
  expect(await later(aware({ problem: 'invalid bearer token' }))).toEqual({ error: 'invalid bearer token' });
});
