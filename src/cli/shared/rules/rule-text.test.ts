import { expect, test } from 'vitest';
import { askedText, bindingText, lackText, ruleText } from './rule-text.ts';

test('a rule is shown by its lists, and the core group as an empty name', () => {
  const rule = { verbs: ['get', 'list'], apiGroups: ['', 'apps'], resources: ['pods'], resourceNames: ['a'] };
  expect(ruleText(rule)).toBe('verbs [get list], resources [pods], API groups ["" apps], names [a]');
  expect(ruleText({ verbs: ['get'], nonResourceURLs: ['/a/*'] })).toBe('verbs [get], paths [/a/*]');
});

test('a binding is shown with its namespace, and a service account with its own', () => {
  const role = { kind: 'ClusterRole', name: 'view' };
  const subject = { kind: 'ServiceAccount', name: 'robot', namespace: 'shop' };
  expect(bindingText({ binding: { kind: 'RoleBinding', namespace: 'bar', name: 'b' }, role, subject })).toBe(
    'RoleBinding bar/b gives ClusterRole view to ServiceAccount "shop/robot"',
  );
  expect(
    bindingText({
      binding: { kind: 'ClusterRoleBinding', name: 'b' },
      role,
      subject: { kind: 'Group', name: 'g' },
    }),
  ).toBe('ClusterRoleBinding b gives ClusterRole view to Group "g"');
});

test.each([
  ['verbs', { verb: 'delete', resource: 'pods' }, 'its verbs would need "delete"'],
  ['apiGroups', { verb: 'get', group: 'apps', resource: 'pods' }, 'its API groups would need "apps"'],
  ['resources', { verb: 'get', resource: 'pods', subresource: 'log' }, 'its resources would need "pods/log"'],
  ['resourceNames', { verb: 'get', resource: 'pods', name: 'a' }, 'its names would need "a"'],
  [
    'resourceNames',
    { verb: 'list', resource: 'pods' },
    'it names single objects, and would need to be without names',
  ],
  ['nonResourceURLs', { verb: 'get', path: '/metrics' }, 'its paths would need "/metrics"'],
] as const)('a rule that lacks %s of %j: %s', (lacks, asked, text) => {
  expect(lackText(lacks, asked)).toBe(text);
});

test('what is asked for is said in one line', () => {
  expect(askedText({ verb: 'get', path: '/metrics' })).toBe('get the path /metrics');
  expect(
    askedText({
      verb: 'get',
      group: 'apps',
      resource: 'deployments',
      subresource: 'scale',
      namespace: 'n',
      name: 'w',
    }),
  ).toBe('get deployments.apps/scale "w" in namespace "n"');
});
