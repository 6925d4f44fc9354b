import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/api-client.ts';
import { changed } from '../support/changed.ts';
import { TestServer } from '../support/server.ts';
import { validObject } from '../support/valid-objects.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.remove());

const paths = {
  Pod: ['v1', '/api/v1/namespaces/default/pods'],
  PodTemplate: ['v1', '/api/v1/namespaces/default/podtemplates'],
  ReplicationController: ['v1', '/api/v1/namespaces/default/replicationcontrollers'],
  Deployment: ['apps/v1', '/apis/apps/v1/namespaces/default/deployments'],
  ReplicaSet: ['apps/v1', '/apis/apps/v1/namespaces/default/replicasets'],
  StatefulSet: ['apps/v1', '/apis/apps/v1/namespaces/default/statefulsets'],
  DaemonSet: ['apps/v1', '/apis/apps/v1/namespaces/default/daemonsets'],
  Job: ['batch/v1', '/apis/batch/v1/namespaces/default/jobs'],
  CronJob: ['batch/v1', '/apis/batch/v1/namespaces/default/cronjobs'],
  Ingress: ['networking.k8s.io/v1', '/apis/networking.k8s.io/v1/namespaces/default/ingresses'],
} as const;
type Kind = keyof typeof paths;

let count = 0;
function make(kind: Kind, change: Record<string, unknown>): Promise<Answer> {
  const object = validObject(paths[kind][0], kind);
  return server.client.post(
    paths[kind][1],
    changed(object, { ...change, 'metadata.name': `warned-${count++}` }),
  );
}

/** The texts of an answer's Warning headers. */
function warnings({ status, text, headers }: Answer): string[] {
  expect(status, text).toBeLessThan(300);
  const header = headers['warning'] as string | undefined;
  return header === undefined
    ? []
    : header.split(/, (?=299 )/).map((one) => JSON.parse(one.slice('299 - '.length)));
}

const useSeccompProfile = 'deprecated since v1.19; use the "seccompProfile" field instead';
const duplicateName = 'duplicate name "a"';

describe('who makes a pod is told of', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['nothing, as a rule', {}, []],
    [
      'an older label in the node selector',
      { 'spec.nodeSelector': { 'beta.kubernetes.io/os': 'linux', 'kubernetes.io/arch': 'amd64' } },
      ['spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead'],
    ],
    [
      'an older label in the affinity',
      {
        'spec.affinity.nodeAffinity': {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: 'beta.kubernetes.io/arch', operator: 'Exists' }] },
            ],
          },
          preferredDuringSchedulingIgnoredDuringExecution: [
            {
              weight: 1,
              preference: {
                matchExpressions: [
                  { key: 'a', operator: 'Exists' },
                  { key: 'failure-domain.beta.kubernetes.io/zone', operator: 'Exists' },
                ],
              },
            },
          ],
        },
      },
      [
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].key: beta.kubernetes.io/arch is deprecated since v1.14; use "kubernetes.io/arch" instead',
        'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[1].key: failure-domain.beta.kubernetes.io/zone is deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
      ],
    ],
    [
      'an older label by which it is spread',
      {
        'spec.topologySpreadConstraints': [
          {
            maxSkew: 1,
            topologyKey: 'failure-domain.beta.kubernetes.io/region',
            whenUnsatisfiable: 'DoNotSchedule',
          },
        ],
      },
      [
        'spec.topologySpreadConstraints[0].topologyKey: failure-domain.beta.kubernetes.io/region is deprecated since v1.17; use "topology.kubernetes.io/region" instead',
      ],
    ],
    [
      'annotations that became fields',
      {
        'metadata.annotations': {
          'scheduler.alpha.kubernetes.io/critical-pod': '',
          'security.alpha.kubernetes.io/sysctls': 'a=b',
        },
      },
      [
        'metadata.annotations[scheduler.alpha.kubernetes.io/critical-pod]: non-functional in v1.16+; use the "priorityClassName" field instead',
        'metadata.annotations[security.alpha.kubernetes.io/sysctls]: non-functional in v1.11+; use the "sysctls" field instead',
      ],
    ],
    [
      'volumes that are no more',
      {
        'spec.volumes': [
          { name: 'a', gitRepo: { repository: 'https://git.example/a' } },
          { name: 'b', flocker: { datasetName: 'x' } },
          { name: 'c', storageos: { volumeName: 'v' } },
        ],
      },
      [
        'spec.volumes[0].gitRepo: deprecated in v1.11',
        'spec.volumes[1].flocker: deprecated in v1.22, support removal is planned in v1.26',
        'spec.volumes[2].storageOS: deprecated in v1.22, support removal is planned in v1.26',
      ],
    ],
    [
      'an address that is named twice',
      {
        'spec.hostAliases': [
          { ip: '10.1.1.1', hostnames: ['a'] },
          { ip: '10.1.1.1', hostnames: ['b'] },
        ],
      },
      ['spec.hostAliases[1].ip: duplicate ip "10.1.1.1"'],
    ],
    [
      'secrets that are named twice, or not at all',
      { 'spec.imagePullSecrets': [{ name: 'a' }, { name: 'a' }, {}] },
      [
        `spec.imagePullSecrets[1].name: ${duplicateName}`,
        'spec.imagePullSecrets[2].name: invalid empty name ""',
      ],
    ],
    [
      'a variable that is set twice',
      { 'spec.containers[0].env': [{ name: 'a' }, { name: 'b' }, { name: 'a', value: 'x' }] },
      [`spec.containers[0].env[2].name: ${duplicateName}`],
    ],
    [
      'parts of bytes',
      {
        'spec.containers[0].resources': {
          limits: { memory: '100m', cpu: '100m' },
          requests: { memory: '1m' },
        },
      },
      [
        'spec.containers[0].resources.limits[memory]: fractional byte value "100m" is invalid, must be an integer',
        'spec.containers[0].resources.requests[memory]: fractional byte value "1m" is invalid, must be an integer',
      ],
    ],
  ])('%s', async (_, change, expected) => {
    expect(warnings(await make('Pod', change))).toEqual(expected);
  });

  it('no more than clients take', async () => {
    const env = Array.from({ length: 5_000 }, () => ({ name: 'a' }));
    const answer = await make('Pod', { 'spec.containers[0].env': env });
    expect(warnings(answer).length).toBeGreaterThan(10);
    expect(String(answer.headers['warning']).length).toBeLessThan(10_000);
  });
});

describe('who makes what makes pods is told of its template', () => {
  it.each<[Kind, string]>([
    ['PodTemplate', 'template'],
    ['ReplicationController', 'spec.template'],
    ['Deployment', 'spec.template'],
    ['ReplicaSet', 'spec.template'],
    ['StatefulSet', 'spec.template'],
    ['DaemonSet', 'spec.template'],
    ['Job', 'spec.template'],
    ['CronJob', 'spec.jobTemplate.spec.template'],
  ])('%s', async (kind, template) => {
    const key = 'seccomp.security.alpha.kubernetes.io/pod';
    const change = { [`${template}.metadata.annotations`]: { [key]: 'runtime/default' } };
    const text = `${template}.metadata.annotations[${key}]: ${useSeccompProfile}`;
    expect(warnings(await make(kind, change))).toEqual([text]);
  });

  it('and again when its spec changes, not when something else does', async () => {
    const { body } = await make('Deployment', {
      'spec.template.spec.nodeSelector': { 'beta.kubernetes.io/os': 'linux' },
    });
    const path = `${paths.Deployment[1]}/${body.metadata.name}`;
    const text =
      'spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead';
    const patch = (change: object) =>
      server.client.send('PATCH', path, {
        body: change,
        headers: { 'content-type': 'application/merge-patch+json' },
      });
    expect(warnings(await patch({ metadata: { labels: { a: 'b' } } }))).toEqual([]);
    expect(warnings(await patch({ spec: { replicas: 5 } }))).toEqual([text]);
    const { body: newest } = await server.client.get(path);
    expect(warnings(await server.client.put(path, newest))).toEqual([]);
    expect(warnings(await server.client.put(path, changed(newest, { 'spec.replicas': 6 })))).toEqual([text]);
    const applied = await server.client.send('PATCH', `${path}?fieldManager=me&force=true`, {
      body: { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 7 } },
      headers: { 'content-type': 'application/apply-patch+yaml' },
    });
    expect(warnings(applied)).toEqual([text]);
  });

  it('not when it is refused', async () => {
    const answer = await make('Deployment', {
      'spec.template.spec.nodeSelector': { 'beta.kubernetes.io/os': 'linux' },
      'spec.replicas': -1,
    });
    expect(answer.status).toBe(422);
    expect(answer.headers).not.toHaveProperty('warning');
  });
});

it.each(['nginx', ''])('who makes an ingress is told that its class has a field, not "%s"', async (name) => {
  const annotations = { 'kubernetes.io/ingress.class': name };
  const change = { 'metadata.annotations': annotations, 'spec.ingressClassName': undefined };
  const text =
    'annotation "kubernetes.io/ingress.class" is deprecated, please use \'spec.ingressClassName\' instead';
  expect(warnings(await make('Ingress', change))).toEqual([text]);
});

it('a certificate is asked for by whoever is logged in, whatever the request says', async () => {
  const request = changed(validObject('certificates.k8s.io/v1', 'CertificateSigningRequest'), {
    'spec.username': 'somebody-else',
    'spec.groups': ['system:masters'],
    'spec.extra': { a: ['b'] },
  });
  const { status, body } = await server.client.post(
    '/apis/certificates.k8s.io/v1/certificatesigningrequests',
    request,
  );
  expect(status).toBe(201);
  expect(body.spec).toMatchObject({
    username: 'admin',
    uid: '1',
    groups: ['system:masters', 'system:authenticated'],
  });
  expect(body.spec).not.toHaveProperty('extra');
});

describe('what only the older version says of the place of an endpoint', () => {
  const [newer, older] = ['v1', 'v1beta1'].map(
    (version) => `/apis/discovery.k8s.io/${version}/namespaces/default/endpointslices`,
  ) as [string, string];
  const topology = { 'topology.kubernetes.io/zone': 'a', 'kubernetes.io/hostname': 'n', rack: '7' };
  const slice = (version: string, endpoint: object) => ({
    apiVersion: `discovery.k8s.io/${version}`,
    kind: 'EndpointSlice',
    metadata: { name: `placed-${count++}` },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.0.0.1'], nodeName: 'n', ...endpoint }],
    ports: null,
  });

  it('stays until somebody who speaks the newer one writes endpoints', async () => {
    const { body: made } = await server.client.post(older, slice('v1beta1', { topology }));
    const [path, oldPath] = [newer, older].map((base) => `${base}/${made.metadata.name}`) as [string, string];
    const { body: read } = await server.client.get(path);
    expect(read.endpoints[0]).toMatchObject({ nodeName: 'n', zone: 'a', deprecatedTopology: { rack: '7' } });
    const labelled = changed(read, { 'metadata.labels': { a: 'b' } });
    const { body: kept } = await server.client.put(path, labelled);
    expect(kept.endpoints).toEqual(read.endpoints);
    expect(kept.metadata.generation).toBe(1);
    expect((await server.client.get(oldPath)).body.endpoints[0].topology).toEqual(topology);
    const { body: written } = await server.client.put(path, changed(kept, { 'endpoints[0].hostname': 'h' }));
    expect(written.endpoints[0]).not.toHaveProperty('deprecatedTopology');
    const { rack: _, ...left } = topology;
    expect((await server.client.get(oldPath)).body.endpoints[0].topology).toEqual(left);
  });

  it('is not taken from who makes one in the newer one', async () => {
    const { status, body } = await server.client.post(
      newer,
      slice('v1', { deprecatedTopology: { rack: '7' } }),
    );
    expect(status).toBe(201);
    expect(body.endpoints).toEqual([{ addresses: ['10.0.0.1'], conditions: {}, nodeName: 'n' }]);
  });
});

it('a driver for volumes counts the changes of what it wants', async () => {
  const path = '/apis/storage.k8s.io/v1/csidrivers';
  const { body } = await server.client.post(path, validObject('storage.k8s.io/v1', 'CSIDriver'));
  expect(body.metadata.generation).toBe(1);
  const wants = changed(body, { 'spec.requiresRepublish': true });
  const { body: told } = await server.client.put(`${path}/${body.metadata.name}`, wants);
  expect(told.metadata.generation).toBe(2);
});

it('a job without labels that is written back as it was read stays as it is', async () => {
  const path = '/apis/batch/v1/namespaces/default/jobs';
  const { body } = await server.client.post(path, validObject('batch/v1', 'Job'));
  expect(Object.keys(body.metadata.labels)).toEqual(['controller-uid', 'job-name']);
  const { body: again } = await server.client.put(`${path}/${body.metadata.name}`, body);
  expect(again.metadata.resourceVersion).toBe(body.metadata.resourceVersion);
});

it('the numbers of a budget are not looked at in the older version', async () => {
  const path = '/apis/policy/v1beta1/namespaces/default/poddisruptionbudgets';
  const { body } = await server.client.post(path, validObject('policy/v1beta1', 'PodDisruptionBudget'));
  const counted = changed(body, { 'status.currentHealthy': -1 });
  const { status } = await server.client.put(`${path}/${body.metadata.name}/status`, counted);
  expect(status).toBe(200);
});

it('the priorities of the system stay', async () => {
  const path = '/apis/scheduling.k8s.io/v1/priorityclasses/system-node-critical';
  const { status, body } = await server.client.delete(path);
  expect(status).toBe(403);
  expect(body).toMatchObject({
    reason: 'Forbidden',
    message:
      'priorityclasses.scheduling.k8s.io "system-node-critical" is forbidden: this is a system priority class and cannot be deleted',
    details: { name: 'system-node-critical', group: 'scheduling.k8s.io', kind: 'priorityclasses' },
  });
  const { body: stored } = await server.client.get(path);
  const other = await server.client.put(path, { ...stored, value: 1 });
  expect(other.status).toBe(422);
  expect(other.body.details.causes.map(({ field }: any) => field)).toContain('Value');
});
