import { describe, expect, it } from 'vitest';
import type { JwtAuthenticator } from '../../configuration/authentication-configuration.ts';
import { ClaimExpressions } from '../../configuration/claim-expressions.ts';
import { UserMapping } from './user-mapping.ts';

const none = { claim: '', expression: '' };

function mapping(given: Partial<JwtAuthenticator>): UserMapping {
  const jwt: JwtAuthenticator = {
    issuer: {
      url: 'https://a.example',
      discoveryURL: '',
      certificateAuthority: '',
      audiences: ['app'],
      audienceMatchPolicy: '',
      egressSelectorType: '',
    },
    claimValidationRules: [],
    username: { claim: '', expression: "'a:' + claims.sub", prefix: undefined },
    groups: { ...none, prefix: undefined },
    uid: none,
    extra: [],
    userValidationRules: [],
    ...given,
  };
  return new UserMapping(jwt, {
    expressions: new ClaimExpressions('1.36'),
    credentialKey: 'authentication.example.com/credential-id',
  });
}

const rule = (expression: string, message = '') => ({ claim: '', requiredValue: '', expression, message });
const expression = (text: string) => ({ claim: '', expression: text, prefix: undefined });

describe('the user of claims', () => {
  it.each<[Partial<JwtAuthenticator>, object, object]>([
    [{}, { sub: 'bob' }, { name: 'a:bob', uid: '', groups: [], extra: {} }],
    [{ username: { claim: 'sub', expression: '', prefix: 'p:' } }, { sub: 'bob' }, { name: 'p:bob' }],
    [{ groups: expression('claims.groups') }, { sub: 'b', groups: ['x', ''] }, { groups: ['x'] }],
    [{ groups: expression('claims.groups') }, { sub: 'b', groups: 'x' }, { groups: ['x'] }],
    [{ groups: expression('claims.groups') }, { sub: 'b', groups: null }, { groups: [] }],
    [{ uid: { claim: 'oid', expression: '' } }, { sub: 'b', oid: 'u1' }, { uid: 'u1' }],
    [{ uid: expression("claims.?uid.orValue('')") }, { sub: 'b' }, { uid: '' }],
    [
      { extra: [{ key: 'example.com/deep', valueExpression: "claims.?nested.a.b.orValue('')" }] },
      { sub: 'b', nested: { a: { b: ['x', 'y'] } } },
      { extra: { 'example.com/deep': ['x', 'y'] } },
    ],
    [
      { extra: [{ key: 'example.com/a', valueExpression: "claims['a.b/c']" }] },
      { sub: 'b', 'a.b/c': '' },
      { extra: {} },
    ],
    [{}, { sub: 'b', jti: 'j1' }, { extra: { 'authentication.example.com/credential-id': ['JTI=j1'] } }],
    [
      { claimValidationRules: [rule('claims.level < 5 && type(claims.level) == double')] },
      { sub: 'b', level: 3 },
      { name: 'a:b' },
    ],
    [
      { userValidationRules: [rule("!has(user.uid) && user.username == 'a:b'")] },
      { sub: 'b' },
      { name: 'a:b' },
    ],
  ])('%j of %j is %j', (given, claims, user) => {
    expect(mapping(given).userOf(claims as Record<string, unknown>)).toMatchObject(user);
  });

  it.each<[Partial<JwtAuthenticator>, object, string]>([
    [
      { username: expression('claims.sub') },
      { sub: '' },
      'oidc: empty username via CEL expression is not allowed',
    ],
    [{ username: expression('claims.sub') }, { sub: 5 }, 'oidc: expression must return a string'],
    [
      {},
      {},
      "oidc: error evaluating username claim expression: expression ''a:' + claims.sub' resulted in error: no such key: sub",
    ],
    [
      { groups: expression('claims.groups') },
      { sub: 'b', groups: [5] },
      'oidc: expression must return a string or a list of strings',
    ],
    [
      { claimValidationRules: [{ claim: 'hd', requiredValue: 'x', expression: '', message: '' }] },
      { sub: 'b' },
      'oidc: required claim hd not present in ID token',
    ],
    [
      { claimValidationRules: [rule('claims.level < 5', 'too high')] },
      { sub: 'b', level: 9 },
      "validation expression 'claims.level < 5' failed: too high",
    ],
    [{ claimValidationRules: [rule('claims.level < 5')] }, { sub: 'b', level: '3' }, 'no such overload'],
    [{ userValidationRules: [rule("user.username == 'x'", 'reserved')] }, { sub: 'b' }, 'failed: reserved'],
  ])('%j of %j is refused', (given, claims, problem) => {
    expect(() => mapping(given).userOf(claims as Record<string, unknown>)).toThrow(problem);
  });
});
