import { describe, expect, onTestFinished, test } from 'vitest';
import { MemoryLister } from '../../../../../test/support/unit/memory-objects.ts';
import { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import { dialects } from '../../../../api/meta/dialect.ts';
import { FlagValues } from '../../../../util/flags.ts';
import type { Attributes, Ruling } from '../../authorizer.ts';
import { parseFieldRequirements, readable } from '../../selector-requirements.ts';
import { node } from './node.ts';

const kubernetes = dialects.find(({ name }) => name === 'kubernetes')!;

/** A cluster of nodes n1 and n2, and the mode that looks at it. */
async function cluster(release = '1.23', gates = '') {
  const listers = {
    pods: new MemoryLister<any>(),
    persistentvolumes: new MemoryLister<any>(),
    volumeattachments: new MemoryLister<any>(),
    resourceslices: new MemoryLister<any>(),
    podcertificaterequests: new MemoryLister<any>(),
  };
  const resources = new DisposableStack();
  onTestFinished(() => resources.dispose());
  const objects = { lister: ({ resource }: { resource: string }) => listers[resource as 'pods'] as any };
  const authorizer = await node.create(new FlagValues([], {}), {
    clock: { now: () => 0 },
    dialect: kubernetes,
    gates: new FeatureGates(release, [gates]),
    objects,
    resources,
    report: expect.unreachable,
  } as never);
  const ask = (text: string, user = agentOf('n1'), selector?: string): Ruling =>
    authorizer.authorize({
      ...attributes(text),
      user,
      fieldSelector: readable(parseFieldRequirements, selector ?? ''),
    }) as Ruling;
  return { ...listers, resources, authorizer, ask };
}

const agentOf = (name: string, groups = ['system:nodes', 'system:authenticated']) => ({
  name: `system:node:${name}`,
  uid: '',
  groups,
  extra: {},
});

/** `get secrets a/b`: namespace and name; `list secrets a/`, `get persistentvolumes b`, `get nodes.metrics… `, `get /path`. */
function attributes(text: string): Omit<Attributes, 'user'> {
  const [verb = '', what = '', where = ''] = text.split(' ');
  const nothing = {
    namespace: '',
    group: '',
    version: '',
    resource: '',
    subresource: '',
    name: '',
    path: '',
  };
  if (what.startsWith('/')) return { ...nothing, verb, isResourceRequest: false, path: what };
  const [type = '', ...group] = what.split('.');
  const [resource = '', subresource = ''] = type.split('/');
  const [namespace, name] = where.includes('/') ? where.split('/') : ['', where];
  return {
    ...nothing,
    verb,
    isResourceRequest: true,
    version: 'v1',
    group: group.join('.'),
    resource,
    subresource,
    namespace: namespace!,
    name: name!,
  };
}

const pod = (name: string, nodeName: string, spec: object = {}, annotations?: Record<string, string>) => ({
  metadata: { namespace: 'a', name, uid: name, annotations },
  spec: { nodeName, containers: [{ name: 'c' }], ...spec },
});

const allow = { verdict: 'allow', reason: '' };
const refuse = (reason: string) => ({ verdict: 'no-opinion', reason });
const unrelated = refuse("no relationship found between node 'n1' and this object");

const volume = (source: object) => ({ volumes: [{ name: 'v', ...source }] });
const inEnvironment = (container: object) => ({ containers: [{ name: 'c', ...container }] });
const ref = { secretRef: { name: 's' } };

describe('a pod uses', () => {
  test.each<[what: string, spec: object, used: string]>([
    ['its service account', { serviceAccountName: 'sa' }, 'create serviceaccounts/token a/sa'],
    ['a secret that pulls images', { imagePullSecrets: [{ name: 's' }] }, 'get secrets a/s'],
    [
      'a secret of a variable',
      inEnvironment({ env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 's' } } }] }),
      'get secrets a/s',
    ],
    ['a secret of variables', inEnvironment({ envFrom: [ref] }), 'get secrets a/s'],
    ['a secret of an init container', { initContainers: [{ envFrom: [ref] }] }, 'get secrets a/s'],
    ['a secret of an ephemeral container', { ephemeralContainers: [{ envFrom: [ref] }] }, 'get secrets a/s'],
    ['a secret as a volume', volume({ secret: { secretName: 's' } }), 'get secrets a/s'],
    [
      'a projected secret',
      volume({ projected: { sources: [{}, { secret: { name: 's' } }] } }),
      'get secrets a/s',
    ],
    ['a secret for AzureFile', volume({ azureFile: { secretName: 's' } }), 'get secrets a/s'],
    ['a secret for CephFS', volume({ cephfs: ref }), 'get secrets a/s'],
    ['a secret for Cinder', volume({ cinder: ref }), 'get secrets a/s'],
    ['a secret for a flex volume', volume({ flexVolume: ref }), 'get secrets a/s'],
    ['a secret for RBD', volume({ rbd: ref }), 'get secrets a/s'],
    ['a secret for ScaleIO', volume({ scaleIO: ref }), 'get secrets a/s'],
    ['a secret for iSCSI', volume({ iscsi: ref }), 'get secrets a/s'],
    ['a secret for StorageOS', volume({ storageos: ref }), 'get secrets a/s'],
    ['a secret for CSI', volume({ csi: { nodePublishSecretRef: { name: 's' } } }), 'get secrets a/s'],
    [
      'a config map of a variable',
      inEnvironment({ env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'c' } } }] }),
      'get configmaps a/c',
    ],
    [
      'a config map of variables',
      inEnvironment({ envFrom: [{ configMapRef: { name: 'c' } }] }),
      'get configmaps a/c',
    ],
    ['a config map as a volume', volume({ configMap: { name: 'c' } }), 'get configmaps a/c'],
    [
      'a projected config map',
      volume({ projected: { sources: [{ configMap: { name: 'c' } }] } }),
      'get configmaps a/c',
    ],
    ['a claim', volume({ persistentVolumeClaim: { claimName: 'p' } }), 'get persistentvolumeclaims a/p'],
    ['the claim of its ephemeral volume', volume({ ephemeral: {} }), 'get persistentvolumeclaims a/pod-v'],
  ])('%s', async (_what, spec, used) => {
    const { pods, ask } = await cluster();
    expect(ask(used)).toEqual(unrelated);
    pods.put(pod('pod', 'n1', spec));
    expect(ask(used)).toEqual(allow);
    const there = "no relationship found between node 'n2' and this object";
    expect(ask(used, agentOf('n2'))).toEqual(refuse(there));
    const elsewhere = used.replace(' a/', ' b/');
    expect(ask(elsewhere)).toEqual(unrelated);
    expect(ask(`${used}x`)).toEqual(unrelated);
    pods.remove('a', 'pod');
    expect(ask(used)).toEqual(unrelated);
  });

  test('nothing when it stands for what the node started itself', async () => {
    const { pods, ask } = await cluster();
    const spec = { serviceAccountName: 'sa', ...volume({ secret: { secretName: 's' } }) };
    pods.put(pod('pod', 'n1', spec, { 'kubernetes.io/config.mirror': '' }));
    expect(ask('get secrets a/s')).toEqual(unrelated);
    expect(ask('create serviceaccounts/token a/sa')).toEqual(unrelated);
    pods.put(pod('pod', 'n1', spec, { 'orch.io/config.mirror': '' }));
    expect(ask('get secrets a/s')).toEqual(allow);
  });

  test('only what can be there: no name makes another one look used', async () => {
    const { pods, ask } = await cluster();
    const tricky = 'x\nservice account:admin\nsecret:t';
    pods.put(pod('pod', 'n1', { imagePullSecrets: [{ name: tricky }, { name: 's' }, {}, { name: '' }] }));
    expect(ask('create serviceaccounts/token a/admin')).toEqual(unrelated);
    expect(ask('get secrets a/t')).toEqual(unrelated);
    expect(ask('get secrets a/s\n')).toEqual(unrelated);
    expect(ask('get secrets a/s')).toEqual(allow);
  });
});

describe('what a node may reach changes', () => {
  const using = (secret: string) => volume({ secret: { secretName: secret } });

  test('when a pod comes to the node, changes, and goes', async () => {
    const { pods, ask } = await cluster();
    pods.put(pod('other', 'n1'));
    pods.put(pod('pod', '', using('s')));
    expect(ask('get secrets a/s')).toEqual(unrelated);
    pods.put(pod('pod', 'n1', using('s')));
    expect(ask('get secrets a/s')).toEqual(allow);
    pods.put(pod('pod', 'n1', using('t')));
    expect(ask('get secrets a/s')).toEqual(unrelated);
    expect(ask('get secrets a/t')).toEqual(allow);
    pods.put(pod('pod', 'n2', using('t')));
    expect(ask('get secrets a/t')).toEqual(unrelated);
    expect(ask('get secrets a/t', agentOf('n2'))).toEqual(allow);
  });

  test('and a pod is read once for each of its states that is asked about', async () => {
    const { pods, ask } = await cluster();
    for (const name of ['p1', 'p2']) pods.put(pod(name, 'n1', using(name)));
    pods.put(pod('p3', 'n2', using('p3')));
    expect(pods.looks.size).toBe(0);
    for (let i = 0; i < 3; i++) expect(ask('get secrets a/p2')).toEqual(allow);
    for (let i = 0; i < 3; i++) pods.put(pod('p2', 'n1', using('p2')));
    for (let i = 0; i < 3; i++) expect(ask('get secrets a/none')).toEqual(unrelated);
    expect(Object.fromEntries(pods.looks)).toEqual({ 'a/p1': 1, 'a/p2': 2 });
  });

  test('no longer, when the server has ended', async () => {
    const { pods, persistentvolumes, resources } = await cluster();
    expect([pods.observed, persistentvolumes.observed]).toEqual([true, true]);
    resources.dispose();
    expect([pods.observed, persistentvolumes.observed]).toEqual([false, false]);
  });
});

describe('a volume', () => {
  const mounting = pod('pod', 'n1', volume({ persistentVolumeClaim: { claimName: 'p' } }));
  const bound = (name: string, source: object, namespace = 'a') => ({
    metadata: { name },
    spec: { claimRef: { namespace, name: 'p' }, ...source },
  });

  test('is reached by the node where a pod uses its claim', async () => {
    const { pods, persistentvolumes, ask } = await cluster();
    pods.put(mounting);
    expect(ask('get persistentvolumes pv')).toEqual(unrelated);
    persistentvolumes.put({ metadata: { name: 'pv' }, spec: {} });
    expect(ask('get persistentvolumes pv')).toEqual(unrelated);
    persistentvolumes.put(bound('pv', {}, 'b'));
    expect(ask('get persistentvolumes pv')).toEqual(unrelated);
    persistentvolumes.put(bound('pv', {}));
    expect(ask('get persistentvolumes pv')).toEqual(allow);
    pods.remove('a', 'pod');
    expect(ask('get persistentvolumes pv')).toEqual(unrelated);
  });

  const secretRef = { namespace: 'b', name: 's' };
  test.each<[source: object, secret: string, reached: boolean]>([
    [{ azureFile: { secretName: 's', secretNamespace: 'b' } }, 'b/s', true],
    [{ azureFile: { secretName: 's', secretNamespace: null } }, 'a/s', true],
    [{ cephfs: { secretRef } }, 'b/s', true],
    [{ cephfs: { secretRef } }, 'a/s', false],
    [{ cephfs: { secretRef: { name: 's' } } }, 'a/s', true],
    [{ cinder: { secretRef } }, 'b/s', true],
    [{ cinder: { secretRef: { name: 's' } } }, 'a/s', false],
    [{ flexVolume: { secretRef } }, 'b/s', true],
    [{ rbd: { secretRef: { name: 's' } } }, 'a/s', true],
    [{ scaleIO: { secretRef: { name: 's' } } }, 'a/s', true],
    [{ iscsi: { secretRef: { name: 's' } } }, 'a/s', true],
    [{ storageos: { secretRef } }, 'b/s', true],
    [{ csi: { nodePublishSecretRef: secretRef } }, 'b/s', true],
    [{ csi: { nodeStageSecretRef: secretRef } }, 'b/s', true],
    [{ csi: { controllerPublishSecretRef: secretRef } }, 'b/s', false],
    [{ csi: { controllerExpandSecretRef: secretRef } }, 'b/s', false],
  ])('%j: secret %s: %s', async (source, secret, reached) => {
    const { pods, persistentvolumes, ask } = await cluster();
    pods.put(mounting);
    persistentvolumes.put(bound('pv', source));
    expect(ask(`get secrets ${secret}`)).toEqual(reached ? allow : unrelated);
    expect(ask(`get secrets ${secret}`, agentOf('n2')).verdict).toBe('no-opinion');
  });

  test('that changes takes its secret along', async () => {
    const { pods, persistentvolumes, ask } = await cluster();
    const rbd = (name: string) => ({ rbd: { secretRef: { name } } });
    pods.put(mounting);
    expect(ask('get secrets a/s')).toEqual(unrelated);
    persistentvolumes.put(bound('pv', rbd('s')));
    persistentvolumes.put(bound('pv2', rbd('s')));
    expect(ask('get secrets a/s')).toEqual(allow);
    persistentvolumes.put(bound('pv', rbd('t')));
    expect(ask('get secrets a/s')).toEqual(allow);
    expect(ask('get secrets a/t')).toEqual(allow);
    persistentvolumes.remove('', 'pv2');
    expect(ask('get secrets a/s')).toEqual(unrelated);
    persistentvolumes.remove('', 'pv');
    expect(ask('get secrets a/t')).toEqual(unrelated);
  });

  test('is attached to one node', async () => {
    const { volumeattachments, ask } = await cluster();
    expect(ask('get volumeattachments.storage.k8s.io va')).toEqual(unrelated);
    volumeattachments.put({ metadata: { name: 'va' }, spec: { nodeName: 'n1' } });
    expect(ask('get volumeattachments.storage.k8s.io va')).toEqual(allow);
    expect(ask('get volumeattachments.storage.k8s.io va', agentOf('n2')).verdict).toBe('no-opinion');
  });
});

const everything = {
  serviceAccountName: 'sa',
  volumes: [
    { name: 'v1', secret: { secretName: 's' } },
    { name: 'v2', configMap: { name: 'c' } },
    { name: 'v3', persistentVolumeClaim: { claimName: 'p' } },
  ],
};
const lease = 'leases.coordination.k8s.io';
const csinode = 'csinodes.storage.k8s.io';
const attachment = 'volumeattachments.storage.k8s.io';
const onlyRead = 'can only read resources of this type';
const onlyGet = 'can only get individual resources of this type';
const onlyTokens = 'can only create tokens for individual service accounts';
const ownLease = 'can only access node lease with the same name as the requesting node';
const leaseVerbs = 'can only get, create, update, patch, or delete a node lease';
const ownCsiNode = 'can only access CSINode with the same name as the requesting node';
const csiVerbs = 'can only get, create, update, patch, or delete a CSINode';

test.each<[asked: string, answer: string]>([
  ['list secrets a/s', 'yes'],
  ['watch configmaps a/c', 'yes'],
  ['list secrets a/', 'No Object name found'],
  ['list secrets', 'can only read namespaced object of this type'],
  ['watch configmaps', 'can only read namespaced object of this type'],
  ['create secrets a/', onlyRead],
  ['update secrets a/s', onlyRead],
  ['delete configmaps a/c', onlyRead],
  ['deletecollection configmaps a/', onlyRead],
  ['get secrets/x a/s', 'cannot read subresource'],
  ['list persistentvolumeclaims a/p', onlyGet],
  ['update persistentvolumeclaims a/p', onlyGet],
  ['get persistentvolumeclaims/x a/p', 'cannot get subresource'],
  ['update persistentvolumeclaims/status a/p', 'yes'],
  ['patch persistentvolumeclaims/status a/p', 'yes'],
  ['patch persistentvolumeclaims/status a/q', "no relationship found between node 'n1' and this object"],
  ['get persistentvolumeclaims/status a/p', 'can only get/update/patch this type'],
  ['list persistentvolumes', onlyGet],
  ['get persistentvolumes/status pv', 'cannot get subresource'],
  [`list ${attachment}`, onlyGet],
  [`update ${attachment} va`, onlyGet],
  ['create serviceaccounts/token a/sa', 'yes'],
  ['create serviceaccounts/token a/', onlyTokens],
  ['get serviceaccounts a/sa', onlyTokens],
  ['create serviceaccounts a/sa', 'can only create token subresource of service account'],
  [`get ${lease} kube-node-lease/n1`, 'yes'],
  [`create ${lease} kube-node-lease/`, 'yes'],
  [`delete ${lease} kube-node-lease/n1`, 'yes'],
  [`update ${lease} kube-node-lease/n2`, ownLease],
  [`get ${lease} kube-node-lease/`, ownLease],
  [`list ${lease} kube-node-lease/`, leaseVerbs],
  [`get ${lease} kube-system/n1`, 'can only access leases in the "kube-node-lease" system namespace'],
  [`get ${csinode} n1`, 'yes'],
  [`create ${csinode}`, 'yes'],
  [`patch ${csinode} n2`, ownCsiNode],
  [`list ${csinode}`, csiVerbs],
  [`get ${csinode.replace('csinodes', 'csinodes/x')} n1`, 'cannot authorize CSINode subresources'],
  // The same for every node.
  ['create tokenreviews.authentication.k8s.io', 'yes'],
  ['create subjectaccessreviews.authorization.k8s.io', 'yes'],
  ['create localsubjectaccessreviews.authorization.k8s.io a/', 'yes'],
  ['watch services', 'yes'],
  ['create nodes', 'yes'],
  ['list nodes', 'yes'],
  ['patch nodes n2', 'yes'],
  ['patch nodes/status n1', 'yes'],
  ['create events a/', 'yes'],
  ['list pods', 'yes'],
  ['create pods a/', 'yes'],
  ['delete pods a/x', 'yes'],
  ['update pods/status a/x', 'yes'],
  ['create pods/eviction a/x', 'yes'],
  ['get endpoints a/x', 'yes'],
  ['create certificatesigningrequests.certificates.k8s.io', 'yes'],
  ['watch csidrivers.storage.k8s.io', 'yes'],
  ['list runtimeclasses.node.k8s.io', 'yes'],
  // Left to the other authorizers.
  ['delete nodes n1', ''],
  ['get nodes/proxy n1', ''],
  ['update pods a/x', ''],
  ['get pods/log a/x', ''],
  ['create pods/exec a/x', ''],
  ['list endpoints a/', ''],
  ['list deployments.apps', ''],
  ['get secrets.apps a/s', ''],
  ['create events.events.k8s.io a/', ''],
  ['approve signers.certificates.k8s.io', ''],
  ['get /api', ''],
  ['get /metrics', ''],
])('%s: %s', async (asked, answer) => {
  const { pods, persistentvolumes, ask } = await cluster();
  pods.put(pod('pod', 'n1', everything));
  persistentvolumes.put({ metadata: { name: 'pv' }, spec: { claimRef: { namespace: 'a', name: 'p' } } });
  expect(ask(asked)).toEqual(answer === 'yes' ? allow : refuse(answer));
});

describe('who is a node', () => {
  const asked = 'list pods';
  test.each([
    ['system:node:n1', ['system:nodes'], allow],
    ['system:node:n1', [], refuse('')],
    ['system:node:n1', ['system:masters', 'system:node'], refuse('')],
    ['system:nodes:n1', ['system:nodes'], refuse('')],
    ['n1', ['system:nodes'], refuse('')],
    ['System:node:n1', ['system:nodes'], refuse('')],
    ['system:node:', ['system:nodes'], refuse('unknown node for user "system:node:"')],
  ])('%s in %j', async (name, groups, expected) => {
    const { ask } = await cluster();
    expect(ask(asked, { name, uid: '', groups, extra: {} })).toEqual(expected);
  });

  test('its rules cannot be listed', async () => {
    const { authorizer } = await cluster();
    const none = { resourceRules: [], nonResourceRules: [] };
    expect(authorizer.rulesFor(agentOf('n1'), 'a')).toEqual({
      ...none,
      incomplete: true,
      errors: ['node authorizer does not support user rule resolution'],
    });
    const jane = { name: 'jane', uid: '', groups: [], extra: {} };
    expect(authorizer.rulesFor(jane, 'a')).toEqual({ ...none, incomplete: false, errors: [] });
  });
});

describe('in later releases', () => {
  const nodeRead = (what: string) => `node 'n1' cannot read ${what}, only its own Node object`;
  const scope = 'can only list/watch pods with spec.nodeName field selector';
  const slices = 'can only list/watch/deletecollection resourceslices with nodeName field selector';
  const requests = 'can only list/watch podcertificaterequests with nodeName field selector';
  const certificates = 'PodCertificateRequest=true';
  const mine = 'spec.nodeName=n1';
  const other = 'spec.nodeName=n2';
  const unrelatedText = unrelated.reason;

  test.each<[release: string, gates: string, asked: string, selector: string, reason: string | undefined]>([
    ['1.31', '', 'list nodes', '', undefined],
    [
      '1.31',
      'AuthorizeWithSelectors=true,AuthorizeNodeWithSelectors=true',
      'list nodes',
      '',
      nodeRead('all nodes'),
    ],
    ['1.32', '', 'list nodes', '', nodeRead('all nodes')],
    ['1.32', '', 'watch nodes n1', '', undefined],
    ['1.32', '', 'get nodes n2', '', nodeRead("'n2'")],
    ['1.32', '', 'patch nodes n2', '', undefined],
    ['1.32', '', 'patch nodes/status n1', '', undefined],
    ['1.32', '', 'delete nodes n1', '', ''],
    ['1.32', '', 'get nodes/proxy n1', '', ''],
    ['1.31', '', 'list pods a/', '', undefined],
    ['1.32', '', 'list pods a/', '', scope],
    ['1.32', '', 'list pods a/', mine, undefined],
    ['1.32', '', 'watch pods', `status.phase=Running,${mine}`, undefined],
    ['1.32', '', 'list pods', other, scope],
    ['1.32', '', 'list pods', 'spec.nodeName!=n1', scope],
    ['1.32', '', 'get pods a/own', '', undefined],
    ['1.32', '', 'get pods a/mirror', '', undefined],
    ['1.32', '', 'get pods a/other', '', unrelatedText],
    ['1.32', '', 'watch pods a/own', '', undefined],
    ['1.32', '', 'watch pods a/other', '', unrelatedText],
    ['1.32', '', 'delete pods a/other', '', undefined],
    ['1.32', '', 'create pods/eviction a/other', '', undefined],
    ['1.32', '', 'patch pods a/own', '', ''],
    ['1.32', '', 'deletecollection pods a/', mine, ''],
    ['1.36', '', 'patch pods/resize a/own', '', ''],
    ['1.36', '', 'patch pods/ephemeralcontainers a/own', '', ''],
    ['1.27', '', 'get resourceclaims.resource.k8s.io a/claim', '', ''],
    ['1.28', '', 'get resourceclaims.resource.k8s.io a/claim', '', undefined],
    ['1.36', '', 'get resourceclaims.resource.k8s.io a/given', '', undefined],
    ['1.36', '', 'get resourceclaims.resource.k8s.io a/extended', '', undefined],
    ['1.36', '', 'get resourceclaims.resource.k8s.io a/more', '', unrelatedText],
    [
      '1.36',
      '',
      'list resourceclaims.resource.k8s.io a/',
      '',
      'can only get individual resources of this type',
    ],
    ['1.29', '', 'create resourceslices.resource.k8s.io', '', ''],
    ['1.30', '', 'delete resourceslices.resource.k8s.io other', '', undefined],
    ['1.31', '', 'create resourceslices.resource.k8s.io', '', undefined],
    ['1.31', '', 'delete resourceslices.resource.k8s.io own', '', undefined],
    ['1.31', '', 'delete resourceslices.resource.k8s.io other', '', unrelatedText],
    ['1.31', '', 'list resourceslices.resource.k8s.io', '', undefined],
    ['1.32', '', 'list resourceslices.resource.k8s.io', '', slices],
    ['1.32', '', 'deletecollection resourceslices.resource.k8s.io', mine, undefined],
    ['1.32', '', 'deletecollection resourceslices.resource.k8s.io', other, slices],
    [
      '1.32',
      '',
      'patch resourceslices/status.resource.k8s.io own',
      '',
      'cannot authorize ResourceSlice subresources',
    ],
    ['1.32', '', 'get serviceaccounts a/sa', '', 'can only create tokens for individual service accounts'],
    ['1.33', '', 'get serviceaccounts a/sa', '', 'not allowed to get service accounts'],
    ['1.34', '', 'get serviceaccounts a/sa', '', undefined],
    ['1.34', '', 'get serviceaccounts a/more', '', unrelatedText],
    ['1.34', '', 'create serviceaccounts/token a/sa', '', undefined],
    ['1.34', '', 'create podcertificaterequests.certificates.k8s.io a/', '', ''],
    ['1.34', certificates, 'create podcertificaterequests.certificates.k8s.io a/', '', undefined],
    ['1.34', certificates, 'get podcertificaterequests.certificates.k8s.io a/own', '', undefined],
    ['1.34', certificates, 'get podcertificaterequests.certificates.k8s.io a/other', '', unrelatedText],
    ['1.34', certificates, 'list podcertificaterequests.certificates.k8s.io', '', requests],
    ['1.34', certificates, 'list podcertificaterequests.certificates.k8s.io', mine, undefined],
    [
      '1.34',
      certificates,
      'delete podcertificaterequests.certificates.k8s.io a/own',
      '',
      'nodes may not delete podcertificaterequests',
    ],
    [
      '1.34',
      certificates,
      'patch podcertificaterequests/status.certificates.k8s.io a/own',
      '',
      'nodes may not access the status subresource of PodCertificateRequests',
    ],
    ['1.27', '', 'list clustertrustbundles.certificates.k8s.io', '', ''],
    ['1.27', 'ClusterTrustBundle=true', 'list clustertrustbundles.certificates.k8s.io', '', undefined],
    ['1.32', '', 'create events.events.k8s.io a/', '', ''],
    ['1.33', '', 'create events.events.k8s.io a/', '', undefined],
  ])('%s %s: %s %s', async (release, gates, asked, selector, reason) => {
    const { pods, resourceslices, podcertificaterequests, ask } = await cluster(release, gates);
    pods.put({
      ...pod('own', 'n1', {
        serviceAccountName: 'sa',
        resourceClaims: [
          { name: 'a', resourceClaimName: 'claim' },
          { name: 'b', resourceClaimTemplateName: 't' },
        ],
      }),
      status: {
        resourceClaimStatuses: [{ name: 'b', resourceClaimName: 'given' }],
        extendedResourceClaimStatus: { resourceClaimName: 'extended' },
      },
    });
    pods.put(pod('mirror', 'n1', {}, { 'kubernetes.io/config.mirror': 'x' }));
    pods.put(pod('other', 'n2'));
    for (const [name, nodeName] of [
      ['own', 'n1'],
      ['other', 'n2'],
    ] as const) {
      resourceslices.put({ metadata: { name }, spec: { nodeName } });
      podcertificaterequests.put({ metadata: { namespace: 'a', name }, spec: { nodeName } });
    }
    expect(ask(asked, undefined, selector)).toEqual(reason === undefined ? allow : refuse(reason));
  });
});
