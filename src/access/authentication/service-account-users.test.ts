import { expect, test } from 'vitest';
import { serviceAccountUserName } from '../../api/meta/user.ts';
import { serviceAccountGroups, serviceAccountOf } from './service-account-users.ts';

test('a service account is a user, in the groups of all of them and of its namespace', () => {
  expect(serviceAccountUserName('shop', 'builder')).toBe('system:serviceaccount:shop:builder');
  expect(serviceAccountGroups('shop')).toEqual(['system:serviceaccounts', 'system:serviceaccounts:shop']);
});

test.each([
  ['system:serviceaccount:shop:builder', { namespace: 'shop', name: 'builder' }],
  ['system:serviceaccount:shop:builder.v2', { namespace: 'shop', name: 'builder.v2' }],
  ['system:serviceaccount:shop', undefined],
  ['system:serviceaccount:shop:', undefined],
  ['system:serviceaccount::builder', undefined],
  ['system:serviceaccount:shop:builder:x', undefined],
  ['system:serviceaccount:Shop:builder', undefined],
  ['system:serviceaccount:shop:Builder', undefined],
  ['System:serviceaccount:shop:builder', undefined],
  ['builder', undefined],
])('%s', (userName, expected) => {
  expect(serviceAccountOf(userName)).toEqual(expected);
});
