import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  container,
  done,
  type Expected,
  expectAnswer,
  forbiddenPod,
  podWith,
  type Sentence,
  serverWith,
} from '../../support/admission.ts';
import type { ApiClient } from '../../support/api-client.ts';
import type { TestServer } from '../../support/server.ts';

let server: TestServer;
let n1: ApiClient;
let nameless: ApiClient;
let impostor: ApiClient;
let uid: string;
const pods = '/api/v1/namespaces/default/pods';
const nodes = '/api/v1/nodes';
const claims = '/api/v1/namespaces/default/persistentvolumeclaims';
const leases = (namespace: string) => `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
const csiNodes = '/apis/storage.k8s.io/v1/csinodes';
const mirror = { 'kubernetes.io/config.mirror': 'hash' };

beforeAll(async () => {
  server = await serverWith({
    on: ['NodeRestriction'],
    // It refuses some of the same.
    off: ['ServiceAccount'],
    users: [
      'n1-token,system:node:n1,2,"system:nodes"',
      'nameless-token,system:node:,3,"system:nodes"',
      'impostor-token,system:node:n1,4,"others"',
    ],
  });
  [n1, nameless, impostor] = ['n1', 'nameless', 'impostor'].map((name) =>
    server.connect({ token: `${name}-token` }),
  ) as [ApiClient, ApiClient, ApiClient];
  const node = await done(n1.post(nodes, { metadata: { name: 'n1' } }));
  uid = node.metadata.uid;
  await done(server.client.post(nodes, { metadata: { name: 'n2' } }));
  await done(
    server.client.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'default' } }),
  );
  for (const [name, nodeName] of [
    ['mine', 'n1'],
    ['evicted', 'n1'],
    ['theirs', 'n2'],
  ] as const)
    await done(server.client.post(pods, podWith(name, { nodeName, terminationGracePeriodSeconds: 0 })));
});
afterAll(() => server?.remove());

const owner = (more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Node',
  name: 'n1',
  uid,
  controller: true,
  ...more,
});
const mirrored = (spec: object = {}, metadata: object = {}) =>
  n1.post(
    pods,
    podWith(
      'm',
      { nodeName: 'n1', ...spec },
      { annotations: mirror, ownerReferences: [owner()], ...metadata },
    ),
  );
const own = 'node "n1" can only create pods with an owner reference set to itself';
const reference = (what: string) => forbiddenPod('m', `node "n1" can not create pods that reference ${what}`);
const volume = (source: object) => ({ volumes: [{ name: 'v', ...source }] });

const ofCreatedPods: Sentence[] = [
  [
    'is a mirror pod',
    () => mirrored({}, { annotations: {} }),
    forbiddenPod(
      'm',
      'pod does not have "kubernetes.io/config.mirror" annotation, node "n1" can only create mirror pods',
    ),
  ],
  [
    'runs on the node itself',
    () => mirrored({ nodeName: 'n2' }),
    forbiddenPod('m', 'node "n1" can only create pods with spec.nodeName set to itself'),
  ],
  ['has an owner', () => mirrored({}, { ownerReferences: [] }), forbiddenPod('m', own)],
  [
    'no more than one',
    () => mirrored({}, { ownerReferences: [owner(), { ...owner(), uid: 'other', controller: false }] }),
    forbiddenPod('m', 'node "n1" can only create pods with a single owner reference set to itself'),
  ],
  [
    'which is the node',
    () => mirrored({}, { ownerReferences: [owner({ name: 'n2' })] }),
    forbiddenPod('m', own),
  ],
  [
    'and no other object of that name',
    () => mirrored({}, { ownerReferences: [owner({ kind: 'Pod' })] }),
    forbiddenPod('m', own),
  ],
  [
    'nor an earlier node',
    () => mirrored({}, { ownerReferences: [owner({ uid: 'earlier' })] }),
    { status: 403, message: /node n1 UID mismatch: expected earlier got / },
  ],
  [
    'as its controller',
    () => mirrored({}, { ownerReferences: [owner({ controller: false })] }),
    forbiddenPod('m', 'node "n1" can only create pods with a controller owner reference set to itself'),
  ],
  [
    'and it keeps the node from nothing',
    () => mirrored({}, { ownerReferences: [owner({ blockOwnerDeletion: true })] }),
    forbiddenPod('m', 'node "n1" must not set blockOwnerDeletion on an owner reference'),
  ],
  [
    'names no service account',
    () => mirrored({ serviceAccountName: 'default' }),
    reference('a service account'),
  ],
  ['no Secret', () => mirrored(volume({ secret: { secretName: 's' } })), reference('secrets')],
  ['no ConfigMap in a volume', () => mirrored(volume({ configMap: { name: 'c' } })), reference('configmaps')],
  [
    'nor in a variable',
    () =>
      mirrored({
        containers: [
          container('c', { env: [{ name: 'E', valueFrom: { configMapKeyRef: { name: 'c', key: 'k' } } }] }),
        ],
      }),
    reference('configmaps'),
  ],
  [
    'and no claim',
    () => mirrored(volume({ persistentVolumeClaim: { claimName: 'c' } })),
    reference('persistentvolumeclaims'),
  ],
  [
    'what would claim a device is not even a field here (CVE-2025-4563)',
    () => mirrored({ resourceClaims: [{ name: 'gpu', resourceClaimName: 'theirs' }] }),
    { status: 201, exactly: { 'spec.resourceClaims': undefined } },
  ],
];

const unexpected = (name: string, operation: string) =>
  forbiddenPod(name, `unexpected operation "${operation}", node "n1" can only create and delete mirror pods`);
const status = (name: string, change: (body: any) => void) => async () => {
  const { body } = await server.client.get(`${pods}/${name}`);
  change(body);
  return n1.put(`${pods}/${name}/status`, body);
};
const eviction = (name: string) => ({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } });
const ofPods: Sentence[] = [
  [
    'is not changed by the node',
    async () => {
      const { body } = await server.client.get(`${pods}/mine`);
      body.metadata.labels = { a: 'b' };
      return n1.put(`${pods}/mine`, body);
    },
    unexpected('mine', 'UPDATE'),
  ],
  [
    'has its status from it',
    status('mine', (body) => {
      body.status.phase = 'Running';
    }),
    { status: 200, shows: { status: { phase: 'Running' } } },
  ],
  [
    'but not through that its labels',
    status('mine', (body) => {
      body.metadata.labels = { a: 'b' };
    }),
    forbiddenPod('mine', 'node "n1" cannot update labels through pod status'),
  ],
  [
    'of another node has it not',
    status('theirs', (body) => {
      body.status.phase = 'Failed';
    }),
    forbiddenPod('theirs', 'node "n1" can only update pod status for pods with spec.nodeName set to itself'),
  ],
  ['is evicted by it', () => n1.post(`${pods}/evicted/eviction`, eviction('evicted')), { status: 201 }],
  [
    'of another node is not',
    () => n1.post(`${pods}/theirs/eviction`, eviction('theirs')),
    forbiddenPod('theirs', 'node n1 can only evict pods with spec.nodeName set to itself'),
  ],
  [
    'that is missing is told as missing',
    () => n1.post(`${pods}/nothing/eviction`, eviction('nothing')),
    { status: 404, message: 'pods "nothing" not found' },
  ],
  [
    'has nothing else of it written by the node',
    () =>
      n1.post(`${pods}/mine/binding`, { metadata: { name: 'mine' }, target: { kind: 'Node', name: 'n1' } }),
    forbiddenPod('mine', "unexpected pod subresource \"binding\", only 'status' and 'eviction' are allowed"),
  ],
  ['is deleted by it', () => n1.delete(`${pods}/mine`), { status: 200 }],
  [
    'of another node is not deleted',
    () => n1.delete(`${pods}/theirs`),
    forbiddenPod('theirs', 'node "n1" can only delete pods with spec.nodeName set to itself'),
  ],
  [
    'nor with all others at once',
    () => n1.delete(pods),
    { status: 403, message: /node "n1" can only delete pods with spec.nodeName set to itself/ },
  ],
  ['that is missing is not found', () => n1.delete(`${pods}/nothing`), { status: 404 }],
];

const changed =
  (change: (body: any) => void, subresource = '', name = 'n1') =>
  async () => {
    const { body } = await server.client.get(`${nodes}/${name}`);
    change(body);
    return n1.put(`${nodes}/${name}${subresource}`, body);
  };
const labelled = (label: string, subresource = '') =>
  changed((body) => {
    body.metadata.labels = { ...body.metadata.labels, [label]: 'x' };
  }, subresource);
const refusedNode = (why: string, name = 'n1'): Expected => ({
  status: 403,
  message: `nodes "${name}" is forbidden: ${why}`,
});
const noLabels = (...labels: string[]) =>
  refusedNode(`is not allowed to modify labels: ${labels.join(', ')}`);
const ofNodes: Sentence[] = [
  [
    'no other node',
    changed((body) => body, '', 'n2'),
    refusedNode('node "n1" is not allowed to modify node "n2"', 'n2'),
  ],
  [
    'not its status either',
    changed((body) => body, '/status', 'n2'),
    refusedNode('node "n1" is not allowed to modify node "n2"', 'n2'),
  ],
  [
    'none that is new',
    () => n1.post(nodes, { metadata: { name: 'n3' } }),
    refusedNode('node "n1" is not allowed to modify node "n3"', 'n3'),
  ],
  ['its own status', changed((body) => (body.status.capacity = { cpu: '4' }), '/status'), { status: 200 }],
  [
    'no taint',
    changed((body) => delete body.spec.taints),
    refusedNode('node "n1" is not allowed to modify taints'),
  ],
  [
    'no taint by lying about what it was (CVE-2021-25735)',
    async () => {
      const { body } = await server.client.get(`${nodes}/n1`);
      const lie = { ...body, spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } };
      return n1.put(`${nodes}/n1`, lie);
    },
    refusedNode('node "n1" is not allowed to modify taints'),
  ],
  [
    'no owner, whose absence would delete it (CVE-2025-5187)',
    changed((body) => {
      body.metadata.ownerReferences = [{ apiVersion: 'v1', kind: 'Node', name: 'gone', uid: 'gone' }];
    }),
    refusedNode('node "n1" is not allowed to modify ownerReferences'),
  ],
  [
    'nor through a patch (CVE-2025-5187)',
    () =>
      n1.send('PATCH', `${nodes}/n1`, {
        headers: { 'content-type': 'application/merge-patch+json' },
        body: { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'g', uid: 'g' }] } },
      }),
    refusedNode('node "n1" is not allowed to modify ownerReferences'),
  ],
  [
    'not its own end',
    () => n1.delete(`${nodes}/n1`),
    refusedNode('node "n1" is not allowed to delete itself'),
  ],
  ...['kubernetes.io/hostname', 'topology.kubernetes.io/zone', 'beta.kubernetes.io/arch'].map(
    (label): Sentence => [`the label ${label}`, labelled(label), { status: 200 }],
  ),
  ...['node.kubernetes.io/a', 'b.kubelet.kubernetes.io/a', 'example.com/a', 'plain'].map(
    (label): Sentence => [`the label ${label}`, labelled(label), { status: 200 }],
  ),
  ...[
    'node-restriction.kubernetes.io/a',
    'b.node-restriction.kubernetes.io/a',
    'kubernetes.io/role',
    'b.k8s.io/a',
    'node-role.kubernetes.io/master',
  ].flatMap((label): Sentence[] => [
    [`not the label ${label}`, labelled(label), noLabels(label)],
    [`nor that with its status`, labelled(label, '/status'), noLabels(label)],
  ]),
  [
    'and none of those that others have set',
    async () => {
      const { body } = await server.client.get(`${nodes}/n1`);
      body.metadata.labels['node-restriction.kubernetes.io/safe'] = 'yes';
      await done(server.client.put(`${nodes}/n1`, body));
      return changed((stored) => delete stored.metadata.labels['node-restriction.kubernetes.io/safe'])();
    },
    noLabels('node-restriction.kubernetes.io/safe'),
  ],
];

const claim = {
  metadata: { name: 'c' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};
const claimStatus = (change: (body: any) => void) => async () => {
  const { body } = await server.client.get(`${claims}/c`);
  change(body);
  return n1.put(`${claims}/c/status`, body);
};
const refusedClaim = (why: string): Expected => ({
  status: 403,
  message: `persistentvolumeclaims "c" is forbidden: ${why}`,
});
const ofClaims: Sentence[] = [
  [
    'no claim of its own',
    async () => {
      await done(server.client.post(claims, claim));
      return n1.post(claims, { ...claim, metadata: { name: 'c' } });
    },
    refusedClaim('may only update PVC status'),
  ],
  [
    'how large the volume of one is',
    claimStatus((body) => (body.status.capacity = { storage: '2Gi' })),
    { status: 200 },
  ],
  [
    'nothing else about it',
    claimStatus((body) => (body.status.phase = 'Lost')),
    refusedClaim(
      'node "n1" is not allowed to update fields other than status.capacity and status.conditions',
    ),
  ],
  [
    'no label of it',
    claimStatus((body) => (body.metadata.labels = { a: 'b' })),
    refusedClaim(
      'node "n1" is not allowed to update fields other than status.capacity and status.conditions',
    ),
  ],
];

const lease = (name: string) => ({ metadata: { name }, spec: { holderIdentity: name } });
const refusedLease = (name: string, why: string): Expected => ({
  status: 403,
  message: `leases.coordination.k8s.io "${name}" is forbidden: ${why}`,
});
const ofLeases: Sentence[] = [
  ['its own lease', () => n1.post(leases('kube-node-lease'), lease('n1')), { status: 201 }],
  [
    'and it again',
    async () => {
      const { body } = await n1.get(`${leases('kube-node-lease')}/n1`);
      return n1.put(`${leases('kube-node-lease')}/n1`, body);
    },
    { status: 200 },
  ],
  [
    'no other one',
    () => n1.post(leases('kube-node-lease'), lease('n2')),
    refusedLease('n2', 'can only access node lease with the same name as the requesting node'),
  ],
  [
    'none anywhere else',
    () => n1.post(leases('default'), lease('n1')),
    refusedLease('n1', 'can only access leases in the "kube-node-lease" system namespace'),
  ],
  [
    'its drivers of storage',
    () => n1.post(csiNodes, { metadata: { name: 'n1' }, spec: { drivers: [] } }),
    { status: 201 },
  ],
  [
    'no other node’s',
    () => n1.post(csiNodes, { metadata: { name: 'n2' }, spec: { drivers: [] } }),
    {
      status: 403,
      message:
        'csinodes.storage.k8s.io "n2" is forbidden: can only access CSINode with the same name as the requesting node',
    },
  ],
  [
    'what is no node’s business is for authorization',
    () => n1.post('/api/v1/namespaces/default/configmaps', { metadata: { name: 'c' } }),
    { status: 201 },
  ],
];

const token = (boundObjectRef: object | undefined) =>
  n1.post('/api/v1/namespaces/default/serviceaccounts/default/token', {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { audiences: ['a'], ...(boundObjectRef && { boundObjectRef }) },
  });
const bound = (name: string, more: object = {}) => ({ apiVersion: 'v1', kind: 'Pod', name, ...more });
const refusedToken = (why: string): Expected => ({
  status: 403,
  message: `serviceaccounts "default" is forbidden: ${why}`,
});
const podUid = async (name: string): Promise<string> =>
  (await server.client.get(`${pods}/${name}`)).body.metadata.uid;
const ofTokens: Sentence[] = [
  ['not bound to a pod', () => token(undefined), refusedToken('node requested token not bound to a pod')],
  [
    'bound to something else',
    () => token({ apiVersion: 'v1', kind: 'Secret', name: 's', uid: 'u' }),
    refusedToken('node requested token not bound to a pod'),
  ],
  [
    'of no pod in particular',
    () => token(bound('theirs')),
    refusedToken('node requested token with a pod binding without a uid'),
  ],
  [
    'of a pod that is missing',
    () => token(bound('nothing', { uid: 'u' })),
    { status: 404, message: 'pods "nothing" not found' },
  ],
  [
    'of an earlier pod',
    () => token(bound('theirs', { uid: 'earlier' })),
    refusedToken(
      'the UID in the bound object reference (earlier) does not match the UID in record. The object might have been deleted and then recreated',
    ),
  ],
  [
    'of a pod on another node',
    async () => token(bound('theirs', { uid: await podUid('theirs') })),
    refusedToken('node requested token bound to a pod scheduled on a different node'),
  ],
];

const forAnybody: Sentence[] = [
  [
    'a node without a name writes nothing of nodes',
    () => nameless.post(pods, podWith('p')),
    forbiddenPod('p', 'could not determine node from user "system:node:"'),
  ],
  ['a name alone makes no node: the group does', () => impostor.post(pods, podWith('free')), { status: 201 }],
];

describe('NodeRestriction', () => {
  describe.each([
    ['a pod that a node creates', ofCreatedPods],
    ['a pod', ofPods],
    ['a node writes of nodes', ofNodes],
    ['a node writes of claims', ofClaims],
    ['a node writes', ofLeases],
    ['a node gets no token', ofTokens],
    ['who is a node', forAnybody],
  ])('%s:', (_what, rows) => {
    it.each(rows)('%s', async (_, act, expected) => expectAnswer(await act(), expected));
  });

  it('gives a node the token of a pod that runs on it', async () => {
    await done(server.client.post(pods, podWith('again', { nodeName: 'n1', serviceAccountName: 'default' })));
    const { status: code } = await token(bound('again', { uid: await podUid('again') }));
    expect(code).toBe(201);
  });
});
