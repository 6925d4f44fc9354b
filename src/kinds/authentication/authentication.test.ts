import { expect, test } from 'vitest';
import { dependencies, texts, Versions } from '../../../test/support/unit/versions.ts';
import { applyTokenRequestDefaults, authenticationKinds, validateTokenRequest } from './index.ts';

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

test('a TokenRequest defaults to one hour and is limited to between 10 minutes and 2^32 seconds', () => {
  const request = (expirationSeconds: number | null) =>
    ({ spec: { audiences: null, expirationSeconds, boundObjectRef: null } }) as any;
  const made = request(null);
  applyTokenRequestDefaults(made);
  expect(made.spec.expirationSeconds).toBe(3600);
  expect(validateTokenRequest(made)).toEqual([]);
  expect(texts(validateTokenRequest(request(599)))).toEqual([
    'spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes',
  ]);
  expect(texts(validateTokenRequest(request(2 ** 33)))).toEqual([
    'spec.expirationSeconds: Invalid value: 8589934592: may not specify a duration larger than 2^32 seconds',
  ]);
});
