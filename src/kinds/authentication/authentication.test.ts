import { expect, test } from 'vitest';
import { dependencies, Versions } from '../../../test/support/unit/versions.ts';
import { authenticationKinds } from './index.ts';

const versions = new Versions(authenticationKinds(dependencies)[0]!);

test('a TokenReview converts between versions without loss', () => versions.expectRoundTrips());

test('a TokenReview without a token or with a namespace is a bad request', () => {
  expect(versions.create({ spec: { token: 'x' } }, 'v1')).toEqual([]);
  expect(() => versions.create({ spec: {} }, 'v1beta1')).toThrow(
    'token is required for TokenReview in authentication',
  );
  expect(() => versions.create({ metadata: { namespace: 'a' }, spec: { token: 'x' } }, 'v1')).toThrow(
    'namespace is not allowed',
  );
});
