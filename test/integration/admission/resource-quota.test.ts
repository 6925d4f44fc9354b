import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  container,
  done,
  type Expected,
  expectAnswer,
  podWith,
  type Sentence,
  serverWith,
  startFault,
} from '../../support/admission.ts';
import type { TestServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

let server: TestServer;

interface Namespaces {
  readonly [name: string]: Readonly<Record<string, object>>;
}

const hard = (limits: Record<string, string>, more: object = {}): object => ({ hard: limits, ...more });
const scoped = (limits: Record<string, string>, ...scopes: string[]): object => hard(limits, { scopes });
const ofClass = (limits: Record<string, string>, operator: string, ...values: string[]): object =>
  hard(limits, {
    scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator, values }] },
  });

/** The quotas of each namespace, by name. */
const namespaces: Namespaces = {
  pods: { q: hard({ pods: '1' }) },
  counted: {
    q: hard({ 'count/pods': '1', 'count/deployments.apps': '1', 'count/leases.coordination.k8s.io': '0' }),
  },
  compute: { q: hard({ cpu: '1', 'limits.memory': '1Gi' }) },
  requests: { q: hard({ 'requests.cpu': '1500m', 'requests.example.com/gpu': '1', 'hugepages-2Mi': '4Mi' }) },
  init: { q: hard({ 'requests.cpu': '1' }) },
  services: { q: hard({ services: '3', 'services.nodeports': '3', 'services.loadbalancers': '1' }) },
  claims: {
    q: hard({
      'requests.storage': '3Gi',
      persistentvolumeclaims: '3',
      'gold.storageclass.storage.k8s.io/requests.storage': '1Gi',
      'gold.storageclass.storage.k8s.io/persistentvolumeclaims': '1',
    }),
  },
  counts: {
    q: hard({ configmaps: '1', secrets: '1', replicationcontrollers: '0', resourcequotas: '1' }),
  },
  scopes: {
    best: scoped({ pods: '0' }, 'BestEffort'),
    terminating: scoped({ pods: '0', 'requests.memory': '1Gi' }, 'Terminating', 'NotBestEffort'),
  },
  classes: { q: ofClass({ pods: '0' }, 'In', 'dear') },
  unclassed: { q: ofClass({ pods: '0' }, 'DoesNotExist') },
  around: { q: scoped({ pods: '0' }, 'CrossNamespacePodAffinity') },
  several: { a: hard({ pods: '5' }), b: hard({ pods: '0' }) },
  releases: { q: hard({ pods: '1', 'requests.cpu': '1' }) },
};

const path = (namespace: string, resource: string): string => `/api/v1/namespaces/${namespace}/${resource}`;
const quotaOf = async (namespace: string, name = 'q'): Promise<any> =>
  (await server.client.get(`${path(namespace, 'resourcequotas')}/${name}`)).body;

const isInForce = ({ spec, status }: any): boolean =>
  Object.keys(spec.hard).every((name) => status?.hard?.[name] && status?.used?.[name] !== undefined);

beforeAll(async () => {
  server = await serverWith({});
  for (const [namespace, quotas] of Object.entries(namespaces)) {
    await done(server.client.post('/api/v1/namespaces', { metadata: { name: namespace } }));
    for (const [name, spec] of Object.entries(quotas))
      await done(server.client.post(path(namespace, 'resourcequotas'), { metadata: { name }, spec }));
  }
  for (const name of ['dear', 'cheap'])
    await done(
      server.client.post('/apis/scheduling.k8s.io/v1/priorityclasses', { metadata: { name }, value: 1 }),
    );
  for (const [namespace, quotas] of Object.entries(namespaces))
    for (const name of Object.keys(quotas))
      await until(async () => isInForce(await quotaOf(namespace, name)));
});
afterAll(() => server?.remove());

const create = (namespace: string, resource: string, object: object) => () =>
  server.client.post(path(namespace, resource), object);
const pod = (namespace: string, name: string, spec: object = {}) =>
  create(namespace, 'pods', podWith(name, spec));
const asking = (requests: object, limits?: object): object => ({
  containers: [container('c', { resources: { requests, ...(limits && { limits }) } })],
});
const refused = (resource: string, name: string, why: string): Expected => ({
  status: 403,
  message: `${resource} "${name}" is forbidden: ${why}`,
  shows: { reason: 'Forbidden', details: { name, kind: resource.split('.')[0] } },
});
const exceeded = (what: string, q = 'q'): string => `exceeded quota: ${q}, ${what}`;
const ok = { status: 201 };
const config = (name: string): object => ({ metadata: { name } });
const service = (name: string, type: string, ...ports: number[]): object => ({
  metadata: { name },
  spec: { type, ports: ports.map((port) => ({ name: `p${port}`, port })) },
});
const claim = (name: string, storage: string, storageClassName = ''): object => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } }, storageClassName },
});
const deployment = (name: string): object => ({
  metadata: { name },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container('c')] } },
  },
});

const rows: Sentence[] = [
  ['a pod within the quota passes', pod('pods', 'a'), ok],
  [
    'a dry run is looked at',
    () => server.client.post(`${path('pods', 'pods')}?dryRun=All`, podWith('b')),
    refused('pods', 'b', exceeded('requested: pods=1, used: pods=1, limited: pods=1')),
  ],
  [
    'a pod beyond it does not',
    pod('pods', 'b'),
    refused('pods', 'b', exceeded('requested: pods=1, used: pods=1, limited: pods=1')),
  ],
  [
    'a name that is yet to be made is shown as far as it goes',
    create('pods', 'pods', { ...podWith(''), metadata: { generateName: 'b-' } }),
    { status: 403, message: /^pods "b-.*" is forbidden: exceeded quota: q, requested: pods=1/ },
  ],
  ['what a quota does not name is not limited', create('pods', 'configmaps', config('free')), ok],
  [
    'an update of a pod takes nothing',
    () =>
      server.client.send('PATCH', `${path('pods', 'pods')}/a`, {
        headers: { 'content-type': 'application/merge-patch+json' },
        body: { metadata: { labels: { a: 'b' } } },
      }),
    { status: 200 },
  ],
  ['objects of any type are counted as count/<resource>', pod('counted', 'a'), ok],
  [
    '… pods as well',
    pod('counted', 'b'),
    refused('pods', 'b', exceeded('requested: count/pods=1, used: count/pods=1, limited: count/pods=1')),
  ],
  [
    '… and of groups as count/<resource>.<group>',
    () => server.client.post('/apis/apps/v1/namespaces/counted/deployments', deployment('a')),
    ok,
  ],
  [
    '… the second is one too many',
    () => server.client.post('/apis/apps/v1/namespaces/counted/deployments', deployment('b')),
    refused(
      'deployments.apps',
      'b',
      exceeded(
        'requested: count/deployments.apps=1, used: count/deployments.apps=1, limited: count/deployments.apps=1',
      ),
    ),
  ],
  [
    'a quota of nothing allows nothing',
    () =>
      server.client.post('/apis/coordination.k8s.io/v1/namespaces/counted/leases', {
        metadata: { name: 'a' },
      }),
    refused(
      'leases.coordination.k8s.io',
      'a',
      exceeded(
        'requested: count/leases.coordination.k8s.io=1, used: count/leases.coordination.k8s.io=0, limited: count/leases.coordination.k8s.io=0',
      ),
    ),
  ],
  [
    'containers say what they need of what is limited',
    pod('compute', 'a'),
    refused('pods', 'a', 'failed quota: q: must specify cpu,limits.memory'),
  ],
  [
    '… each of them, those that go before as well',
    pod('compute', 'a', {
      ...asking({ cpu: '1' }, { memory: '1Gi' }),
      initContainers: [container('i', { resources: { limits: { memory: '1Gi' } } })],
    }),
    refused('pods', 'a', 'failed quota: q: must specify cpu'),
  ],
  [
    'only what is exceeded is named, sorted',
    pod('compute', 'a', asking({ cpu: '2' }, { cpu: '2', memory: '2Gi' })),
    refused(
      'pods',
      'a',
      exceeded(
        'requested: cpu=2,limits.memory=2Gi, used: cpu=0,limits.memory=0, limited: cpu=1,limits.memory=1Gi',
      ),
    ),
  ],
  [
    '… and not what is not',
    pod('compute', 'a', asking({ cpu: '500m' }, { memory: '2Gi' })),
    refused(
      'pods',
      'a',
      exceeded('requested: limits.memory=2Gi, used: limits.memory=0, limited: limits.memory=1Gi'),
    ),
  ],
  ['amounts are exact', pod('compute', 'a', asking({ cpu: '1000m' }, { cpu: '1', memory: '1024Mi' })), ok],
  [
    'containers count together',
    pod('requests', 'a', {
      containers: [
        container('a', { resources: { requests: { cpu: '1' } } }),
        container('b', { resources: { requests: { cpu: '600m' } } }),
      ],
    }),
    refused(
      'pods',
      'a',
      exceeded('requested: requests.cpu=1600m, used: requests.cpu=0, limited: requests.cpu=1500m'),
    ),
  ],
  [
    'extended resources are limited as requests.<name>',
    pod('requests', 'a', asking({ cpu: '1m', 'example.com/gpu': '2' }, { 'example.com/gpu': '2' })),
    refused(
      'pods',
      'a',
      exceeded(
        'requested: requests.example.com/gpu=2, used: requests.example.com/gpu=0, limited: requests.example.com/gpu=1',
      ),
    ),
  ],
  [
    'huge pages by their size',
    pod('requests', 'a', asking({ cpu: '1m', 'hugepages-2Mi': '6Mi' }, { 'hugepages-2Mi': '6Mi' })),
    refused(
      'pods',
      'a',
      exceeded('requested: hugepages-2Mi=6Mi, used: hugepages-2Mi=0, limited: hugepages-2Mi=4Mi'),
    ),
  ],
  [
    'of containers that go before the greatest counts',
    pod('init', 'a', {
      ...asking({ cpu: '100m' }),
      initContainers: [
        container('i', { resources: { requests: { cpu: '800m' } } }),
        container('j', { resources: { requests: { cpu: '900m' } } }),
      ],
    }),
    ok,
  ],
  [
    '… and is charged',
    pod('init', 'b', asking({ cpu: '200m' })),
    refused(
      'pods',
      'b',
      exceeded('requested: requests.cpu=200m, used: requests.cpu=900m, limited: requests.cpu=1'),
    ),
  ],
  [
    'a Service with ports of nodes takes as many as it has',
    create('services', 'services', service('a', 'NodePort', 80, 81)),
    ok,
  ],
  [
    '… a load balancer as well',
    create('services', 'services', service('b', 'LoadBalancer', 80, 81)),
    refused(
      'services',
      'b',
      exceeded('requested: services.nodeports=2, used: services.nodeports=2, limited: services.nodeports=3'),
    ),
  ],
  ['… one with less passes', create('services', 'services', service('b', 'LoadBalancer', 80)), ok],
  [
    '… and is the only load balancer',
    create('services', 'services', service('c', 'LoadBalancer')),
    { status: 422 },
  ],
  ['a Service that has none takes none', create('services', 'services', service('c', 'ClusterIP', 80)), ok],
  [
    'an update that takes more is looked at',
    () =>
      server.client.send('PATCH', `${path('services', 'services')}/c`, {
        headers: { 'content-type': 'application/merge-patch+json' },
        body: { spec: { type: 'NodePort' } },
      }),
    refused(
      'services',
      'c',
      exceeded('requested: services.nodeports=1, used: services.nodeports=3, limited: services.nodeports=3'),
    ),
  ],
  [
    'an update that takes no more passes',
    () =>
      server.client.send('PATCH', `${path('services', 'services')}/a`, {
        headers: { 'content-type': 'application/merge-patch+json' },
        body: { metadata: { labels: { a: 'b' } } },
      }),
    { status: 200 },
  ],
  [
    'claims take storage',
    create('claims', 'persistentvolumeclaims', claim('a', '4Gi')),
    refused(
      'persistentvolumeclaims',
      'a',
      exceeded('requested: requests.storage=4Gi, used: requests.storage=0, limited: requests.storage=3Gi'),
    ),
  ],
  [
    '… of their class',
    create('claims', 'persistentvolumeclaims', claim('a', '2Gi', 'gold')),
    refused(
      'persistentvolumeclaims',
      'a',
      exceeded(
        'requested: gold.storageclass.storage.k8s.io/requests.storage=2Gi, used: gold.storageclass.storage.k8s.io/requests.storage=0, limited: gold.storageclass.storage.k8s.io/requests.storage=1Gi',
      ),
    ),
  ],
  ['… as much as there is', create('claims', 'persistentvolumeclaims', claim('a', '1Gi', 'gold')), ok],
  [
    '… and are counted by class',
    create('claims', 'persistentvolumeclaims', claim('b', '1', 'gold')),
    {
      status: 403,
      message: /requested: gold\.storageclass\.storage\.k8s\.io\/persistentvolumeclaims=1,gold/,
    },
  ],
  ['ConfigMaps are counted by their bare name', create('counts', 'configmaps', config('a')), ok],
  [
    '… up to the limit',
    create('counts', 'configmaps', config('b')),
    refused(
      'configmaps',
      'b',
      exceeded('requested: configmaps=1, used: configmaps=1, limited: configmaps=1'),
    ),
  ],
  ['Secrets as well', create('counts', 'secrets', config('a')), ok],
  [
    '… up to the limit',
    create('counts', 'secrets', config('b')),
    refused('secrets', 'b', exceeded('requested: secrets=1, used: secrets=1, limited: secrets=1')),
  ],
  [
    'quotas as well',
    create('counts', 'resourcequotas', config('b')),
    refused(
      'resourcequotas',
      'b',
      exceeded('requested: resourcequotas=1, used: resourcequotas=1, limited: resourcequotas=1'),
    ),
  ],
  [
    'a scope holds for pods that are in it',
    pod('scopes', 'a'),
    refused('pods', 'a', exceeded('requested: pods=1, used: pods=0, limited: pods=0', 'best')),
  ],
  ['… and not for others', pod('scopes', 'a', asking({ cpu: '1' })), ok],
  [
    'all scopes of a quota have to hold',
    pod('scopes', 'b', { ...asking({ cpu: '1', memory: '1Mi' }), activeDeadlineSeconds: 1 }),
    refused('pods', 'b', exceeded('requested: pods=1, used: pods=0, limited: pods=0', 'terminating')),
  ],
  [
    'a scope may select classes',
    pod('classes', 'a', { priorityClassName: 'dear' }),
    refused('pods', 'a', exceeded('requested: pods=1, used: pods=0, limited: pods=0')),
  ],
  ['… and is not for other classes', pod('classes', 'a', { priorityClassName: 'cheap' }), ok],
  [
    'a scope may select what has no class',
    pod('unclassed', 'a'),
    refused('pods', 'a', exceeded('requested: pods=1, used: pods=0, limited: pods=0')),
  ],
  ['… and is not for what has one', pod('unclassed', 'a', { priorityClassName: 'cheap' }), ok],
  [
    'pods that look into other namespaces are a scope',
    pod('around', 'a', {
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone', namespaces: ['other'] }],
        },
      },
    }),
    refused('pods', 'a', exceeded('requested: pods=1, used: pods=0, limited: pods=0')),
  ],
  ['… that others are not in', pod('around', 'a'), ok],
  [
    'every quota of the namespace holds',
    pod('several', 'a'),
    refused('pods', 'a', exceeded('requested: pods=1, used: pods=0, limited: pods=0', 'b')),
  ],
];

describe('ResourceQuota', () => {
  it.each(rows)('%s', async (_, act, expected) => expectAnswer(await act(), expected));

  it('charges nothing for what was refused', async () => {
    expect((await quotaOf('several', 'a')).status.used).toEqual({ pods: '0' });
    expect((await quotaOf('compute')).status.used).toEqual({ cpu: '1', 'limits.memory': '1Gi' });
  });

  it('gives back what is deleted', async () => {
    const one = asking({ cpu: '1' });
    for (let round = 0; round < 3; round++) {
      await done(pod('releases', `p${round}`, one)());
      expect((await pod('releases', 'other', one)()).status).toBe(403);
      await done(server.client.delete(`${path('releases', 'pods')}/p${round}?gracePeriodSeconds=0`));
      await until(async () => (await quotaOf('releases')).status.used.pods === '0', 5);
    }
    expect((await quotaOf('releases')).status.used).toEqual({ pods: '0', 'requests.cpu': '0' });
  });

  it('gives back what a pod that has ended took', async () => {
    await done(pod('releases', 'ended', asking({ cpu: '1' }))());
    const patch = {
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { status: { phase: 'Succeeded' } },
    };
    await done(server.client.send('PATCH', `${path('releases', 'pods')}/ended/status`, patch));
    await until(async () => (await quotaOf('releases')).status.used.pods === '0', 5);
  });

  it('counts a pod until it has had its time to end, be that short or beyond all time', async () => {
    await done(server.client.post('/api/v1/namespaces', { metadata: { name: 'ending' } }));
    await done(create('ending', 'resourcequotas', { ...config('q'), spec: hard({ pods: '5' }) })());
    await until(async () => isInForce(await quotaOf('ending')), 5);
    const times = { soon: 1, late: 10_000_000, never: Number.MAX_SAFE_INTEGER };
    for (const [name, seconds] of Object.entries(times)) {
      await done(pod('ending', name, { nodeName: 'n' })());
      await done(server.client.delete(`${path('ending', 'pods')}/${name}?gracePeriodSeconds=${seconds}`));
    }
    await until(async () => (await quotaOf('ending')).status.used.pods === '2', 10);
    expect((await server.client.get(path('ending', 'pods'))).body.items).toHaveLength(3);
  });

  it('gives back what was charged for a name that was taken', async () => {
    await done(pod('releases', 'twice', asking({ cpu: '100m' }))());
    await done(
      server.client.send('PATCH', `${path('releases', 'resourcequotas')}/q`, {
        headers: { 'content-type': 'application/merge-patch+json' },
        body: { spec: { hard: { pods: '2' } } },
      }),
    );
    await until(async () => (await quotaOf('releases')).status.hard.pods === '2', 5);
    expect((await pod('releases', 'twice', asking({ cpu: '100m' }))()).status).toBe(409);
    await until(async () => (await quotaOf('releases')).status.used.pods === '1');
  });

  it('counts what was there before the quota', async () => {
    await done(create('pods', 'secrets', config('before'))());
    await done(create('pods', 'resourcequotas', { ...config('later'), spec: hard({ secrets: '1' }) })());
    await until(async () => isInForce(await quotaOf('pods', 'later')), 5);
    expect((await quotaOf('pods', 'later')).status.used).toEqual({ secrets: '1' });
    expectAnswer(
      await create('pods', 'secrets', config('after'))(),
      refused(
        'secrets',
        'after',
        exceeded('requested: secrets=1, used: secrets=1, limited: secrets=1', 'later'),
      ),
    );
    await done(server.client.delete(`${path('pods', 'secrets')}/before`));
    await until(async () => (await quotaOf('pods', 'later')).status.used.secrets === '0', 5);
  });

  it('lets no more pass than fits, when 200 come at once', async () => {
    await done(server.client.post('/api/v1/namespaces', { metadata: { name: 'crowd' } }));
    await done(create('crowd', 'resourcequotas', { ...config('q'), spec: hard({ pods: '100' }) })());
    await until(async () => isInForce(await quotaOf('crowd')), 5);
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => pod('crowd', `p${n}`)()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(100);
    expect((await server.client.get(path('crowd', 'pods'))).body.items).toHaveLength(100);
    expect((await quotaOf('crowd')).status.used).toEqual({ pods: '100' });
  });
});

describe('ResourceQuota that is told what nobody may use without a quota', () => {
  let strict: TestServer;
  const configuration = {
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'ResourceQuotaConfiguration',
    limitedResources: [
      {
        resource: 'persistentvolumeclaims',
        matchContains: ['gold.storageclass.storage.k8s.io/requests.storage'],
      },
      {
        resource: 'pods',
        matchScopes: [{ scopeName: 'PriorityClass', operator: 'In', values: ['dear', 'cheap'] }],
      },
    ],
  };
  beforeAll(async () => {
    strict = await serverWith({ configuration: { ResourceQuota: configuration } });
    for (const name of ['dear', 'cheap'])
      await done(
        strict.client.post('/apis/scheduling.k8s.io/v1/priorityclasses', { metadata: { name }, value: 1 }),
      );
    const spec = ofClass({ pods: '1' }, 'In', 'cheap');
    const quotas = path('default', 'resourcequotas');
    await done(strict.client.post(quotas, { ...config('q'), spec }));
    await until(async () => isInForce((await strict.client.get(`${quotas}/q`)).body), 5);
  });
  afterAll(() => strict?.remove());

  const post = (resource: string, object: object) => () =>
    strict.client.post(path('default', resource), object);
  const strictRows: Sentence[] = [
    [
      'what is limited needs a quota',
      post('persistentvolumeclaims', claim('a', '1Gi', 'gold')),
      refused(
        'persistentvolumeclaims',
        'a',
        'insufficient quota to consume: gold.storageclass.storage.k8s.io/requests.storage',
      ),
    ],
    ['what is not needs none', post('persistentvolumeclaims', claim('a', '1Gi', 'silver')), ok],
    [
      'a class that is limited needs a quota for it',
      post('pods', podWith('a', { priorityClassName: 'dear' })),
      { status: 500, message: 'insufficient quota to match these scopes: [{PriorityClass In [dear cheap]}]' },
    ],
    ['… and passes with one', post('pods', podWith('a', { priorityClassName: 'cheap' })), ok],
    [
      '… as far as it goes',
      post('pods', podWith('b', { priorityClassName: 'cheap' })),
      refused('pods', 'b', exceeded('requested: pods=1, used: pods=1, limited: pods=1')),
    ],
    ['pods without a class need none', post('pods', podWith('b')), ok],
  ];
  it.each(strictRows)('%s', async (_, act, expected) => expectAnswer(await act(), expected));

  it.each([
    [
      'a kind that is none',
      { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'Configuration' },
      /no kind "Configuration" is registered/,
    ],
    ['a field that nobody knows', { ...configuration, more: 1 }, /unknown field "more"/],
    [
      'a resource without a name',
      { ...configuration, limitedResources: [{ apiGroup: '' }] },
      /limitedResources\[0\]\.resource: Required value/,
    ],
  ])('does not start with %s', async (_, told, message) => {
    const fault = await startFault({ configuration: { ResourceQuota: told } });
    expect(fault).toMatch(message);
    expect(fault).toMatch(/couldn't init admission plugin \\?"ResourceQuota/);
  });
});

it('ResourceQuota speaks the words of its dialect', async () => {
  const own = await serverWith({ dialect: 'orch' });
  try {
    const name = 'gold.storageclass.storage.orch.io/requests.storage';
    const quotas = path('default', 'resourcequotas');
    await done(own.client.post(quotas, { ...config('q'), spec: hard({ [name]: '1Gi' }) }));
    await until(async () => isInForce((await own.client.get(`${quotas}/q`)).body), 5);
    expectAnswer(
      await own.client.post(path('default', 'persistentvolumeclaims'), claim('a', '2Gi', 'gold')),
      refused(
        'persistentvolumeclaims',
        'a',
        exceeded(`requested: ${name}=2Gi, used: ${name}=0, limited: ${name}=1Gi`),
      ),
    );
  } finally {
    await own.remove();
  }
});
