import { expect, test } from 'vitest';
import { parseRequestInfo, type RequestInfo } from '../../api/request/request-info.ts';
import { Policy, type PolicyRule } from './policy.ts';

const anything: PolicyRule = {
  level: 'Metadata',
  users: [],
  userGroups: [],
  verbs: [],
  resources: [],
  namespaces: [],
  nonResourceURLs: [],
  omitStages: [],
  omitManagedFields: undefined,
};
const ann = { name: 'ann', uid: '', groups: ['builders', 'system:authenticated'], extra: {} };
const resources = (group: string, names: string[], resourceNames: string[] = []) => ({
  resources: [{ group, resources: names, resourceNames }],
});

const asked = (request: string, user: typeof ann | undefined = ann) => {
  const [method, target] = request.split(' ');
  return { info: parseRequestInfo(method!, target!) as RequestInfo, user };
};

const pod = 'GET /api/v1/namespaces/a/pods/x';
const log = 'GET /api/v1/namespaces/a/pods/x/log';
const status = 'PUT /apis/apps/v1/namespaces/a/deployments/x/status';
const node = 'GET /api/v1/nodes/n';

test.each<[string, Partial<PolicyRule>, string, boolean]>([
  ['a rule that says nothing is about everything', {}, pod, true],
  ['a rule that says nothing is about paths as well', {}, 'GET /version', true],
  ['a user is one of those named', { users: ['joe', 'ann'] }, pod, true],
  ['or not', { users: ['joe'] }, pod, false],
  ['one group is enough', { userGroups: ['builders', 'x'] }, pod, true],
  ['none is not', { userGroups: ['x'] }, pod, false],
  ['verbs are those of the API', { verbs: ['list'] }, 'GET /api/v1/pods', true],
  ['so that a get is no list', { verbs: ['list'] }, pod, false],
  ['of a path the verb is the method', { verbs: ['post'] }, 'POST /logs', true],
  ['a resource is named in its group', resources('', ['pods']), pod, true],
  ['and not in another', resources('apps', ['pods']), pod, false],
  ['a group without resources is all of it', resources('apps', []), status, true],
  ['a resource is not its sub-resources', resources('', ['pods']), log, false],
  ['which have names of their own', resources('', ['pods/log']), log, true],
  ['and then are not the resource', resources('', ['pods/log']), pod, false],
  ['a star is all resources', resources('', ['*']), pod, true],
  ['with their sub-resources', resources('', ['*']), log, true],
  ['a star behind a resource is it', resources('', ['pods/*']), pod, true],
  ['and all of its sub-resources', resources('', ['pods/*']), log, true],
  ['and nothing else', resources('', ['pods/*']), node, false],
  ['a star before a sub-resource is that of all', resources('apps', ['*/status']), status, true],
  ['and no resource itself', resources('', ['*/log']), pod, false],
  ['names are those of objects', resources('', ['pods'], ['x', 'y']), pod, true],
  ['and no others', resources('', ['pods'], ['y']), pod, false],
  ['also where all resources are meant', resources('', ['*'], ['y']), pod, false],
  ['a list has no name', resources('', ['pods'], ['x']), 'GET /api/v1/namespaces/a/pods', false],
  ['a namespace is named', { namespaces: ['a'] }, pod, true],
  ['or is another one', { namespaces: ['b'] }, pod, false],
  ['the empty one is for what is in none', { namespaces: [''] }, node, true],
  ['namespaces are nothing for paths', { namespaces: [''] }, 'GET /version', false],
  ['* is every group', resources('*', ['deployments/status']), status, true],
  ['the core group among them', resources('*', ['pods']), pod, true],
  ['of which resources count all the same', resources('*', ['nodes']), pod, false],
  ['a path is named', { nonResourceURLs: ['/version'] }, 'GET /version', true],
  ['or begins so', { nonResourceURLs: ['/healthz*'] }, 'GET /healthz/ping', true],
  ['or is whatever', { nonResourceURLs: ['*'] }, 'GET /version', true],
  ['but no resource', { nonResourceURLs: ['*'] }, pod, false],
  ['a longer path is another one', { nonResourceURLs: ['/version'] }, 'GET /version/x', false],
  ['all that a rule says must be so', { users: ['ann'], verbs: ['list'] }, pod, false],
])('%s', (_, rule, request, isMatched) => {
  const policy = new Policy({
    rules: [{ ...anything, ...rule }],
    omitStages: [],
    omitManagedFields: false,
  });
  expect(policy.decide(asked(request)).level).toBe(isMatched ? 'Metadata' : 'None');
});

test('nobody in particular is in no rule about users, and in those about everybody', () => {
  const decide = (rule: Partial<PolicyRule>) =>
    new Policy({ rules: [{ ...anything, ...rule }], omitStages: [], omitManagedFields: false }).decide({
      ...asked(pod),
      user: undefined,
    }).level;
  expect([decide({ users: ['ann'] }), decide({ userGroups: ['builders'] }), decide({})]).toEqual([
    'None',
    'None',
    'Metadata',
  ]);
});

test('the first rule that matches decides, and what is left out is said by both it and the policy', () => {
  const policy = new Policy({
    rules: [
      { ...anything, level: 'None', verbs: ['watch'] },
      { ...anything, level: 'Request', users: ['ann'], omitStages: ['Panic'], omitManagedFields: false },
      { ...anything, level: 'RequestResponse' },
    ],
    omitStages: ['RequestReceived'],
    omitManagedFields: true,
  });
  expect(policy.decide(asked('GET /api/v1/pods?watch=1')).level).toBe('None');
  expect(policy.decide(asked(pod))).toEqual({
    level: 'Request',
    omitted: new Set(['RequestReceived', 'Panic']),
    omitManagedFields: false,
  });
  const other = policy.decide(asked(pod, { ...ann, name: 'joe' }));
  expect(other).toMatchObject({ level: 'RequestResponse', omitManagedFields: true });
});
