import { describe, expect, it } from 'vitest';
import { parseRequestInfo, type RequestInfo } from '../../api/request/request-info.ts';
import { Classifier, type SchemaConfiguration } from './classifier.ts';
import { FairQueues } from './fair-queues.ts';
import type { FlowRequest } from './flow-rules.ts';
import { newLendingState, seatBounds } from './seat-lending.ts';

const level = (name: string, queues = 64) => ({
  name,
  uid: `uid-${name}`,
  shares: 1,
  tally: { dispatched: 0, rejected: 0, timedOut: 0, cancelled: 0 },
  unlimited: undefined,
  lending: newLendingState(seatBounds(1, 1, {}), false),
  isQuiescing: false,
  queues: new FairQueues({ seats: 1, queuing: { queues, handSize: 1, queueLengthLimit: 1 } }, () => 0),
});

type Rule = NonNullable<SchemaConfiguration['spec']['rules']>[number];

const everything = ['*'];
const everyone = [{ kind: 'Group', group: { name: '*' } }];
const allResources = {
  verbs: everything,
  apiGroups: everything,
  resources: everything,
  namespaces: everything,
  clusterScope: true,
};

function schema(name: string, precedence: number, rule: Partial<Rule>, by?: string): SchemaConfiguration {
  return {
    metadata: { name, uid: `uid-${name}` },
    spec: {
      priorityLevelConfiguration: { name: 'level' },
      matchingPrecedence: precedence,
      ...(by && { distinguisherMethod: { type: by } }),
      rules: [{ subjects: everyone, ...rule }],
    },
  };
}

function request(
  target: string,
  { method = 'GET', name = 'jane', groups = ['developers'] } = {},
): FlowRequest {
  const info = parseRequestInfo(method, target) as RequestInfo;
  return { user: { name, uid: '', groups, extra: {} }, info };
}

const pods = '/api/v1/namespaces/shop/pods';
const account = 'system:serviceaccount:shop:builder';

describe('a rule', () => {
  it.each<[string, Partial<Rule>, FlowRequest, boolean]>([
    ['of a user', { subjects: [{ kind: 'User', user: { name: 'jane' } }] }, request(pods), true],
    ['of another user', { subjects: [{ kind: 'User', user: { name: 'joe' } }] }, request(pods), false],
    ['of any user', { subjects: [{ kind: 'User', user: { name: '*' } }] }, request(pods), true],
    ['of a group', { subjects: [{ kind: 'Group', group: { name: 'developers' } }] }, request(pods), true],
    ['of another group', { subjects: [{ kind: 'Group', group: { name: 'testers' } }] }, request(pods), false],
    [
      'of a service account',
      { subjects: [{ kind: 'ServiceAccount', serviceAccount: { namespace: 'shop', name: 'builder' } }] },
      request(pods, { name: account }),
      true,
    ],
    [
      'of any service account of a namespace',
      { subjects: [{ kind: 'ServiceAccount', serviceAccount: { namespace: 'shop', name: '*' } }] },
      request(pods, { name: account }),
      true,
    ],
    [
      'of service accounts of another namespace',
      { subjects: [{ kind: 'ServiceAccount', serviceAccount: { namespace: 'sho', name: '*' } }] },
      request(pods, { name: account }),
      false,
    ],
    ['of another verb', { resourceRules: [{ ...allResources, verbs: ['get'] }] }, request(pods), false],
    [
      'of a group and resource',
      { resourceRules: [{ ...allResources, apiGroups: [''], resources: ['pods'] }] },
      request(pods),
      true,
    ],
    [
      'of a resource, not of its subresource',
      { resourceRules: [{ ...allResources, resources: ['pods'] }] },
      request(`${pods}/web/status`),
      false,
    ],
    [
      'of a subresource',
      { resourceRules: [{ ...allResources, resources: ['pods/status'] }] },
      request(`${pods}/web/status`),
      true,
    ],
    ['of all, subresources included', {}, request(`${pods}/web/status`), true],
    [
      'of a * that is not alone',
      { resourceRules: [{ ...allResources, resources: ['*', 'services'] }] },
      request(pods),
      false,
    ],
    ['of a namespace', { resourceRules: [{ ...allResources, namespaces: ['shop'] }] }, request(pods), true],
    [
      'of namespaces, for no namespace',
      { resourceRules: [{ ...allResources, clusterScope: false }] },
      request('/api/v1/nodes'),
      false,
    ],
    [
      'of the cluster, for no namespace',
      { resourceRules: [{ ...allResources, namespaces: [] }] },
      request('/api/v1/nodes'),
      true,
    ],
    [
      'of a path',
      { nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz'] }] },
      request('/healthz'),
      true,
    ],
    [
      'of a path, for what is below',
      { nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz'] }] },
      request('/healthz/etcd'),
      true,
    ],
    [
      'of a path, for its neighbour',
      { nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz'] }] },
      request('/healthzz'),
      false,
    ],
    [
      'of what is below a path',
      { nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/api/*'] }] },
      request('/api/'),
      true,
    ],
    [
      'of all paths',
      { nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }] },
      request('/version'),
      true,
    ],
    ['of resources, for a path', {}, request('/version'), false],
  ])('%s', (_, rule, asked, matches) => {
    const isPathRule = rule.nonResourceRules !== undefined;
    const rest = isPathRule ? {} : { resourceRules: [allResources] };
    const last = schema('catch-all', 10_000, { resourceRules: [], nonResourceRules: [] });
    const classifier = new Classifier([schema('one', 1, { ...rest, ...rule }), last], () => level('level'));
    expect(classifier.classify(asked).schema).toBe(matches ? 'one' : 'catch-all');
  });
});

describe('of several FlowSchemas', () => {
  const rule = { resourceRules: [allResources] };

  it('the one of the least precedence counts, then the first by name', () => {
    const classifier = new Classifier(
      [schema('z', 5, rule), schema('b', 3, rule), schema('a', 3, rule)],
      () => level('level'),
    );
    expect(classifier.classify(request(pods))).toMatchObject({ schema: 'a', schemaUid: 'uid-a' });
  });

  it('those without a level are left out', () => {
    const missing = { ...schema('first', 1, rule) };
    missing.spec = { ...missing.spec, priorityLevelConfiguration: { name: 'gone' } };
    const classifier = new Classifier([missing, schema('second', 2, rule)], (name) =>
      name === 'gone' ? undefined : level(name),
    );
    expect(classifier.classify(request(pods)).schema).toBe('second');
  });

  it.each([
    ['ByUser', 64, 'jane'],
    ['ByNamespace', 64, 'shop'],
    [undefined, 64, ''],
    ['ByUser', 1, ''],
  ])('%s, with %i queues, tells flows apart by %s', (by, queues, distinguisher) => {
    const classifier = new Classifier([schema('one', 1, rule, by)], () => level('level', queues));
    expect(classifier.classify(request(pods)).distinguisher).toBe(distinguisher);
  });
});
