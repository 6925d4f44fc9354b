import { describe, expect, test } from 'vitest';
import type { Attributes } from '../../access/authorization/authorizer.ts';
import { impersonationOf } from '../request/impersonation.ts';
import { impersonationModes } from './impersonation-modes.ts';

const group = 'authentication.example';
const modes = impersonationModes(group, 'label.example');

const actor = {
  name: 'system:serviceaccount:shop:actor',
  uid: '',
  groups: [],
  extra: { 'authentication.label.example/node-name': ['n1'] },
};
const list: Attributes = {
  user: actor,
  verb: 'list',
  isResourceRequest: true,
  namespace: 'shop',
  group: '',
  version: 'v1',
  resource: 'configmaps',
  subresource: '',
  name: '',
  path: '',
};

function plansFor(...headers: string[]) {
  const wanted = impersonationOf(headers, group, true);
  if (wanted === undefined || !('steps' in wanted)) return expect.unreachable();
  return modes.flatMap((mode) => {
    const plan = mode.plan(wanted, list);
    return plan === undefined ? [] : [{ name: mode.name, ...plan }];
  });
}

const shown = ({ verb, group: of, resource, subresource, namespace, name }: Attributes): string =>
  [verb, of, resource, subresource, namespace, name].join(' ');

describe('the modes for', () => {
  test.each<[string, string[], string[]]>([
    ['another user', ['impersonate-user', 'alice', 'impersonate-group', 'a'], ['user-info', 'legacy']],
    ['the own node', ['impersonate-user', 'system:node:n1'], ['associated-node', 'arbitrary-node', 'legacy']],
    ['another node', ['impersonate-user', 'system:node:n2'], ['arbitrary-node', 'legacy']],
    ['a node with groups', ['impersonate-user', 'system:node:n1', 'impersonate-group', 'a'], ['legacy']],
    ['a service account', ['impersonate-user', 'system:serviceaccount:a:b'], ['serviceaccount', 'legacy']],
    [
      'those who may do everything',
      ['impersonate-user', 'a', 'impersonate-group', 'system:masters'],
      ['legacy'],
    ],
  ])('%s', (_, headers, names) => {
    expect(plansFor(...headers).map(({ name }) => name)).toEqual(names);
  });
});

describe('what is asked', () => {
  test('of a user: what it does, and each attribute', () => {
    const [plan] = plansFor(
      ...[
        'impersonate-user',
        'alice',
        'impersonate-group',
        'a',
        'impersonate-extra-k',
        'v',
        'impersonate-uid',
        '7',
      ],
    );
    expect(plan!.questions.map(shown)).toEqual([
      'impersonate-on:user-info:list  configmaps  shop ',
      `impersonate:user-info ${group} users   alice`,
      `impersonate:user-info ${group} groups   a`,
      `impersonate:user-info ${group} userextras k  v`,
      `impersonate:user-info ${group} uids   7`,
    ]);
    expect(plan!.user).toEqual({
      name: 'alice',
      uid: '7',
      groups: ['a', 'system:authenticated'],
      extra: { k: ['v'] },
    });
  });

  test('of the own node: no name', () => {
    const [own, any] = plansFor('impersonate-user', 'system:node:n1');
    expect(own!.questions.map(shown)).toEqual([
      'impersonate-on:associated-node:list  configmaps  shop ',
      `impersonate:associated-node ${group} nodes   *`,
    ]);
    expect(any!.questions.map(shown)[1]).toBe(`impersonate:arbitrary-node ${group} nodes   n1`);
    expect(own!.user.groups).toEqual(['system:nodes', 'system:authenticated']);
  });

  test('of a service account: its namespace and name', () => {
    const [plan] = plansFor('impersonate-user', 'system:serviceaccount:a:b');
    expect(plan!.questions.map(shown)[1]).toBe(`impersonate:serviceaccount ${group} serviceaccounts  a b`);
    expect(plan!.user.groups).toEqual([
      'system:serviceaccounts',
      'system:serviceaccounts:a',
      'system:authenticated',
    ]);
  });

  test('without constraints: the verb alone, users in the core group', () => {
    const plan = plansFor('impersonate-user', 'alice', 'impersonate-uid', '7').at(-1)!;
    expect(plan.questions.map(shown)).toEqual([
      'impersonate  users   alice',
      `impersonate ${group} uids   7`,
    ]);
  });
});

test('the first of two values counts, and attributes need a user', () => {
  expect(impersonationOf(['impersonate-user', 'a', 'impersonate-user', 'b'], group, true)).toMatchObject({
    user: 'a',
  });
  expect(impersonationOf(['impersonate-group', 'a'], group, true)).toEqual({
    refused:
      'requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string{"a"}, Extra:map[string][]string(nil)} without impersonating a user name',
  });
});
