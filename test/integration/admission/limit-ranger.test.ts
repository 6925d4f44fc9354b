import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  container,
  done,
  type Expected,
  expectAnswer,
  podWith,
  type Sentence,
  serverWith,
} from '../../support/admission.ts';
import type { TestServer } from '../../support/server.ts';

let server: TestServer;
const pods = (namespace: string): string => `/api/v1/namespaces/${namespace}/pods`;
const claims = '/api/v1/namespaces/claims/persistentvolumeclaims';
const annotation = 'kubernetes.io/limit-ranger';

const namespaces: Readonly<Record<string, readonly object[]>> = {
  defaults: [
    {
      type: 'Container',
      default: { cpu: '1', memory: '512Mi' },
      defaultRequest: { cpu: '200m', memory: '256Mi' },
    },
  ],
  container: [{ type: 'Container', min: { cpu: '100m' }, max: { cpu: '2', memory: '1Gi' } }],
  least: [{ type: 'Container', min: { memory: '64Mi' } }],
  ratio: [{ type: 'Container', maxLimitRequestRatio: { cpu: '2' } }],
  pod: [{ type: 'Pod', min: { cpu: '100m' }, max: { cpu: '1', memory: '2Gi' } }],
  claims: [{ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '5Gi' } }],
};

const asking = (requests: object | undefined, limits?: object): object => ({
  resources: { ...(requests && { requests }), ...(limits && { limits }) },
});
const one = (...more: Parameters<typeof asking>): object => ({
  containers: [container('c', asking(...more))],
});
const refused = (why: string, name = 'p'): Expected => ({
  status: 403,
  message: `pods "${name}" is forbidden: ${why}`,
});
const create = (namespace: string, spec: object) => () =>
  server.client.post(pods(namespace), podWith('p', spec));
const claim = (storage: string) => ({
  metadata: { name: 'c' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
});

beforeAll(async () => {
  server = await serverWith({});
  for (const [name, limits] of Object.entries(namespaces)) {
    await done(server.client.post('/api/v1/namespaces', { metadata: { name } }));
    const range = { metadata: { name: 'range' }, spec: { limits } };
    await done(server.client.post(`/api/v1/namespaces/${name}/limitranges`, range));
  }
});
afterAll(() => server?.remove());

const rows: Sentence[] = [
  [
    'what a container leaves open is filled in, and an annotation says so',
    () =>
      server.client.post(
        pods('defaults'),
        podWith('filled', {
          containers: [container('a'), container('b', asking({ cpu: '300m' }))],
          initContainers: [container('i', asking({ cpu: '1' }, { cpu: '1' }))],
        }),
      ),
    {
      status: 201,
      shows: {
        metadata: {
          annotations: {
            [annotation]:
              'LimitRanger plugin set: cpu, memory request for container a; cpu, memory limit for container a; ' +
              'memory request for container b; cpu, memory limit for container b; ' +
              'memory request for init container i; memory limit for init container i',
          },
        },
      },
      exactly: {
        'spec.containers.0.resources': {
          requests: { cpu: '200m', memory: '256Mi' },
          limits: { cpu: '1', memory: '512Mi' },
        },
        'spec.containers.1.resources.requests': { cpu: '300m', memory: '256Mi' },
        'spec.initContainers.0.resources.limits': { cpu: '1', memory: '512Mi' },
      },
    },
  ],
  [
    'a pod that leaves nothing open is not annotated',
    () =>
      server.client.post(
        pods('defaults'),
        podWith('full', one({ cpu: '1', memory: '1Gi' }, { cpu: '1', memory: '1Gi' })),
      ),
    { status: 201, exactly: { 'metadata.annotations': undefined } },
  ],
  [
    'a container asks for at least so much',
    create('least', one({ memory: '32Mi' })),
    refused('minimum memory usage per Container is 64Mi, but request is 32Mi'),
  ],
  [
    'one that asks for nothing asks for that',
    create('least', {}),
    { status: 201, exactly: { 'spec.containers.0.resources': { requests: { memory: '64Mi' } } } },
  ],
  [
    'a container may use no more',
    create('container', one({ cpu: '1' }, { cpu: '3', memory: '1Gi' })),
    refused('maximum cpu usage per Container is 2, but limit is 3'),
  ],
  [
    'nor ask for more, an init container as well as any other; all faults of a range are told',
    create('container', {
      containers: [container('c', asking({ cpu: '1' }, { cpu: '1', memory: '1Gi' }))],
      initContainers: [container('i', asking({ cpu: '50m' }, { cpu: '50m', memory: '2Gi' }))],
    }),
    refused(
      '[minimum cpu usage per Container is 100m, but request is 50m, maximum memory usage per Container is 1Gi, but limit is 2Gi]',
    ),
  ],
  [
    'a limit is no further above what is asked for than so many times',
    create('ratio', one({ cpu: '100m' }, { cpu: '250m' })),
    refused('cpu max limit to request ratio per Container is 2, but provided ratio is 2.500000'),
  ],
  ['up to that it may be', create('ratio', one({ cpu: '100m' }, { cpu: '200m' })), { status: 201 }],
  [
    'the ratio of nothing is no ratio',
    create('ratio', { containers: [container('c')] }),
    refused('cpu max limit to request ratio per Container is 2, but no request is specified or request is 0'),
  ],
  [
    'without a limit there is none either',
    create('ratio', one({ cpu: '1' })),
    refused('cpu max limit to request ratio per Container is 2, but no limit is specified or limit is 0'),
  ],
  [
    'the containers of a pod together may use no more',
    create('pod', {
      containers: ['a', 'b'].map((name) =>
        container(name, asking({ cpu: '600m', memory: '1Gi' }, { cpu: '600m', memory: '1536Mi' })),
      ),
    }),
    refused(
      '[maximum cpu usage per Pod is 1, but limit is 1200m, maximum memory usage per Pod is 2Gi, but limit is 3221225472]',
    ),
  ],
  [
    'what not every container limits has no sum',
    create('pod', {
      containers: [container('a', asking({ cpu: '1' }, { cpu: '1', memory: '1Gi' })), container('b')],
    }),
    refused(
      '[minimum cpu usage per Pod is 100m.  No request is specified, maximum cpu usage per Pod is 1.  No limit is specified, ' +
        'maximum memory usage per Pod is 2Gi.  No limit is specified]',
    ),
  ],
  [
    'what runs before counts with its greatest, not with its sum',
    create('pod', {
      containers: [container('c', asking({ cpu: '1' }, { cpu: '1', memory: '1Gi' }))],
      initContainers: ['a', 'b'].map((name) => container(name, asking({}, { cpu: '900m', memory: '2Gi' }))),
    }),
    { status: 201 },
  ],
  [
    'and is too much when it alone is',
    create('pod', {
      containers: [container('c', asking({ cpu: '1' }, { cpu: '1', memory: '1Gi' }))],
      initContainers: [container('a', asking({}, { cpu: '1', memory: '3Gi' }))],
    }),
    refused('maximum memory usage per Pod is 2Gi, but limit is 3Gi'),
  ],
  [
    'a claim asks for at least so much',
    () => server.client.post(claims, claim('500Mi')),
    {
      status: 403,
      message:
        'persistentvolumeclaims "c" is forbidden: minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 500Mi',
    },
  ],
  [
    'and for no more',
    () => server.client.post(claims, claim('6Gi')),
    {
      status: 403,
      message:
        'persistentvolumeclaims "c" is forbidden: maximum storage usage per PersistentVolumeClaim is 5Gi, but request is 6Gi',
    },
  ],
  [
    'between them it may ask for what it wants',
    () => server.client.post(claims, claim('2Gi')),
    { status: 201 },
  ],
  [
    'an update of a claim is looked at as well: it is from before a range became narrower',
    async () => {
      const ranges = '/api/v1/namespaces/claims/limitranges/range';
      const { body } = await server.client.get(ranges);
      body.spec.limits[0].max.storage = '1500Mi';
      await done(server.client.put(ranges, body));
      const { body: stored } = await server.client.get(`${claims}/c`);
      return server.client.put(`${claims}/c`, {
        ...stored,
        metadata: { ...stored.metadata, labels: { a: 'b' } },
      });
    },
    {
      status: 403,
      message:
        'persistentvolumeclaims "c" is forbidden: maximum storage usage per PersistentVolumeClaim is 1500Mi, but request is 2Gi',
    },
  ],
  [
    'but not of one that is being deleted: nothing may keep it from going',
    async () => {
      await done(server.client.delete(`${claims}/c`));
      const { body: stored } = await server.client.get(`${claims}/c`);
      return server.client.put(`${claims}/c`, {
        ...stored,
        metadata: { ...stored.metadata, finalizers: [] },
      });
    },
    { status: 200 },
  ],
];

describe('LimitRanger, on by default', () => {
  it.each(rows)('%s', async (_, act, expected) => expectAnswer(await act(), expected));

  it('knows a range at once', async () => {
    const { client } = server;
    await done(client.post('/api/v1/namespaces', { metadata: { name: 'at-once' } }));
    const spec = { limits: [{ type: 'Container', defaultRequest: { cpu: '1' } }] };
    await done(client.post('/api/v1/namespaces/at-once/limitranges', { metadata: { name: 'r' }, spec }));
    const { body } = await client.post(pods('at-once'), podWith('p'));
    expect(body.spec.containers[0].resources).toEqual({ requests: { cpu: '1' } });
  });
});
