import { describe, expect, test } from 'vitest';
import { base64, requestPem } from '../../../../test/support/unit/certificate-requests.ts';
import { MemoryObjects } from '../../../../test/support/unit/memory-objects.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { dialects } from '../../../api/meta/dialect.ts';
import type { PluginDependencies } from '../../descriptor.ts';
import type { AdmissionAttributes, Operation } from '../../plugin.ts';
import { nodeRestriction } from './index.ts';

interface Asked {
  operation?: Operation;
  /** `pods/status`, `resourceslices.resource.k8s.io` */
  type: string;
  name?: string;
  object?: object;
  old?: object;
}

const running = {
  metadata: { namespace: 'a', name: 'p', uid: 'p1' },
  spec: { nodeName: 'n1', serviceAccountName: 'sa', containers: [] },
  status: {},
};

/** The reason why the node n1 is refused something; undefined when it is not. `audiences`: those that it may have. */
async function refusal(
  release: string,
  gates: string,
  { operation = 'CREATE', type, name = 'x', object, old }: Asked,
  { pod = running as object, audiences = [] as string[], more = {} as Record<string, object[]> } = {},
): Promise<string | undefined> {
  const objects = new MemoryObjects();
  objects.lister({ resource: 'nodes' }).put({ metadata: { name: 'n1', uid: 'n1-uid' } });
  objects
    .lister({ resource: 'serviceaccounts' })
    .put({ metadata: { namespace: 'a', name: 'sa', uid: 'sa1' } });
  objects.lister({ resource: 'pods' }).put(pod);
  for (const [resource, all] of Object.entries(more))
    for (const one of all) objects.lister({ resource }).put(one);
  const plugin = await nodeRestriction.create({
    objects,
    dialect: dialects.find((one) => one.name === 'kubernetes')!,
    gates: new FeatureGates(release, [gates]),
    authorizer: {
      authorize: ({ verb, resource }) => ({
        verdict:
          verb === 'request-serviceaccounts-token-audience' && audiences.includes(resource)
            ? 'allow'
            : 'no-opinion',
        reason: '',
      }),
    },
  } as Partial<PluginDependencies> as PluginDependencies);
  const [path = '', ...group] = type.split('.');
  const [resource = '', subresource = ''] = path.split('/');
  const target = { operation, group: group.join('.'), resource, subresource };
  if (!plugin.handles(target)) return undefined;
  const user = { name: 'system:node:n1', uid: '', groups: ['system:nodes'], extra: {} };
  const attributes = { ...target, namespace: 'a', name, user, object, old } as unknown as AdmissionAttributes;
  const admit = async (): Promise<void> => plugin.admit!(attributes, false);
  return admit().then(
    () => undefined,
    (error: Error) => error.message.replace(/^.* is forbidden: /, ''),
  );
}

describe('a mirror pod refers to no object', () => {
  const mirror = (spec: object) => ({
    metadata: {
      namespace: 'a',
      name: 'm',
      annotations: { 'kubernetes.io/config.mirror': 'x' },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: 'n1', uid: 'n1-uid', controller: true }],
    },
    spec: { nodeName: 'n1', containers: [], ...spec },
  });
  const volume = (source: object) => ({ volumes: [{ name: 'v', ...source }] });
  const projected = (source: object) => volume({ projected: { sources: [source] } });

  test.each<[string, object, string | undefined]>([
    ['1.33', { serviceAccountName: 'sa' }, 'a service account'],
    ['1.34', { serviceAccountName: 'sa' }, 'serviceaccounts'],
    ['1.34', volume({ secret: { secretName: 's' } }), 'secrets'],
    ['1.34', volume({ configMap: { name: 's' } }), 'configmaps'],
    ['1.33', { resourceClaims: [{ name: 'r' }] }, undefined],
    ['1.34', { resourceClaims: [{ name: 'r' }] }, 'resourceclaims'],
    ['1.34', volume({ persistentVolumeClaim: { claimName: 's' } }), 'persistentvolumeclaims'],
    ['1.34', volume({ ephemeral: {} }), 'persistentvolumeclaims'],
    ['1.33', projected({ clusterTrustBundle: { name: 'b' } }), undefined],
    ['1.34', projected({ clusterTrustBundle: { name: 'b' } }), 'clustertrustbundles'],
    ['1.36', volume({ hostPath: { path: '/' } }), undefined],
  ])('in %s: %j', async (release, spec, what) => {
    const asked = { type: 'pods', name: 'm', object: mirror(spec) };
    expect(await refusal(release, '', asked)).toBe(
      what && `node "n1" can not create pods that reference ${what}`,
    );
  });
});

describe('the status of a pod', () => {
  const claims = { resourceClaimStatuses: [{ name: 'r', resourceClaimName: 'c' }] };
  const extended = { extendedResourceClaimStatus: { resourceClaimName: 'c' } };
  test.each<[string, object, string | undefined]>([
    ['1.27', claims, undefined],
    ['1.28', claims, 'node "n1" cannot update resource claim statues'],
    ['1.33', extended, undefined],
    ['1.34', extended, 'node "n1" cannot update extended resource claim status'],
    ['1.36', { phase: 'Running' }, undefined],
  ])('in %s: %j', async (release, status, expected) => {
    const object = { ...running, status };
    const asked = { operation: 'UPDATE', type: 'pods/status', name: 'p', object, old: running } as const;
    expect(await refusal(release, '', asked)).toBe(expected);
  });

  test.each(['resize', 'ephemeralcontainers'])('its subresource %s is none of the node', async (part) => {
    const asked = { operation: 'UPDATE', type: `pods/${part}`, object: running, old: running } as const;
    expect(await refusal('1.36', '', asked)).toBe(
      `unexpected pod subresource "${part}", only 'status' and 'eviction' are allowed`,
    );
  });
});

describe('a slice of devices', () => {
  const type = 'resourceslices.resource.k8s.io';
  const slice = (nodeName?: string) => ({ metadata: { name: 's' }, spec: { nodeName } });
  const only = (verb: string) =>
    `can only ${verb} ResourceSlice with the same NodeName as the requesting node`;
  test.each<[string, Asked, string | undefined]>([
    ['1.29', { type, object: slice('n2') }, undefined],
    ['1.30', { type, object: slice('n2') }, only('create')],
    ['1.30', { type, object: { metadata: {}, nodeName: 'n1' } }, undefined],
    ['1.31', { type, object: slice('n1') }, undefined],
    ['1.31', { type, object: slice() }, only('create')],
    ['1.30', { type, operation: 'DELETE', old: slice('n2') }, undefined],
    ['1.31', { type, operation: 'DELETE', old: slice('n2') }, only('delete')],
    ['1.31', { type, operation: 'DELETE', old: slice('n1') }, undefined],
    ['1.31', { type, operation: 'UPDATE', object: slice('n2'), old: slice('n1') }, undefined],
  ])('in %s: %j', async (release, asked, expected) => {
    expect(await refusal(release, '', asked)).toBe(expected);
  });
});

test.each([
  ['1.33', 'capacity'],
  ['1.34', 'quantity'],
])('in %s the status of a claim is refused with the word %s', async (release, word) => {
  const claim = (phase: string) => ({ metadata: {}, spec: {}, status: { phase } });
  const asked = {
    operation: 'UPDATE',
    type: 'persistentvolumeclaims/status',
    object: claim('Bound'),
    old: claim('Lost'),
  } as const;
  expect(await refusal(release, '', asked)).toBe(
    `node "n1" is not allowed to update fields other than status.${word} and status.conditions`,
  );
});

describe('the audience of a token', () => {
  const token = (...audiences: string[]) => ({
    type: 'serviceaccounts/token',
    name: 'sa',
    object: {
      metadata: {},
      spec: { audiences, boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'p1' } },
    },
  });
  const withVolume = (...volumes: object[]) => ({ ...running, spec: { ...running.spec, volumes } });
  const projected = (audience?: string) =>
    withVolume({ name: 't', projected: { sources: [{ serviceAccountToken: { path: 't', audience } }] } });
  const more = {
    csidrivers: [{ metadata: { name: 'd' }, spec: { tokenRequests: [{ audience: 'a' }] } }],
    persistentvolumeclaims: ['c', 'p-e'].map((name) => ({
      metadata: { namespace: 'a', name },
      spec: { volumeName: 'v' },
    })),
    persistentvolumes: [{ metadata: { name: 'v' }, spec: { csi: { driver: 'd' } } }],
  };
  const missing = 'audience "a" not found in pod spec volume';
  const denied = `${missing}, system:node:n1 is not authorized to request tokens for this audience`;
  const gate = 'ServiceAccountNodeAudienceRestriction=true';

  test.each<[string, string, object, string[], string[], string | undefined]>([
    ['1.31', '', running, ['a', 'b'], [], undefined],
    ['1.32', '', running, ['a'], [], undefined],
    ['1.32', gate, running, ['a'], [], missing],
    ['1.32', gate, running, ['a'], ['a'], missing],
    ['1.33', '', running, ['a'], [], denied],
    ['1.33', '', running, ['a'], ['a'], undefined],
    ['1.33', '', running, ['a', 'b'], ['a', 'b'], 'node may only request 0 or 1 audiences'],
    ['1.33', '', running, [], [], denied.replace('"a"', '""')],
    ['1.33', '', projected(), [], [], undefined],
    ['1.33', '', projected('a'), ['a'], [], undefined],
    ['1.33', '', projected('b'), ['a'], [], denied],
    ['1.33', '', withVolume({ name: 'v', csi: { driver: 'd' } }), ['a'], [], undefined],
    ['1.33', '', withVolume({ name: 'v', csi: { driver: 'e' } }), ['a'], [], denied],
    ['1.33', '', withVolume({ name: 'v', persistentVolumeClaim: { claimName: 'c' } }), ['a'], [], undefined],
    ['1.33', '', withVolume({ name: 'e', ephemeral: {} }), ['a'], [], undefined],
    ['1.33', '', withVolume({ name: 'v', persistentVolumeClaim: { claimName: 'none' } }), ['a'], [], denied],
  ])('in %s %s: %j, %j, allowed %j', async (release, gates, pod, asked, audiences, expected) => {
    expect(await refusal(release, gates, token(...asked), { pod, audiences, more })).toBe(expected);
  });
});

describe('a request for a certificate of a node', async () => {
  const type = 'certificatesigningrequests.certificates.k8s.io';
  const request = async (commonName: string) =>
    base64(await requestPem({ commonName, organizations: ['system:nodes'] }));
  const [own, other] = await Promise.all(['system:node:n1', 'system:node:n2'].map(request));
  const serving = 'kubernetes.io/kubelet-serving';
  const client = 'kubernetes.io/kube-apiserver-client-kubelet';
  const wrong = 'can only create a node CSR with CN=system:node:n1';
  const insecure = 'AllowInsecureKubeletCertificateSigningRequests=true';

  test.each<[string, string, string, string, string | undefined]>([
    ['1.30', '', serving, other!, undefined],
    ['1.31', '', serving, other!, wrong],
    ['1.31', '', client, other!, wrong],
    ['1.31', '', client, own!, undefined],
    ['1.31', '', 'kubernetes.io/kube-apiserver-client', other!, undefined],
    ['1.31', insecure, client, other!, undefined],
  ])('in %s %s for %s', async (release, gates, signerName, bytes, expected) => {
    const object = { metadata: { name: 'x' }, spec: { signerName, request: bytes } };
    expect(await refusal(release, gates, { type, object })).toBe(expected);
  });

  test('has to be one', async () => {
    const object = { metadata: { name: 'x' }, spec: { signerName: client, request: 'eA==' } };
    expect(await refusal('1.36', '', { type, object })).toMatch(/^unable to parse csr: /);
  });
});

describe('a request for a certificate of a pod', () => {
  const type = 'podcertificaterequests.certificates.k8s.io';
  const spec = {
    nodeName: 'n1',
    nodeUID: 'n1-uid',
    podName: 'p',
    podUID: 'p1',
    serviceAccountName: 'sa',
    serviceAccountUID: 'sa1',
  };
  const conflict = (why: string) =>
    `Operation cannot be fulfilled on podcertificaterequests.certificates.k8s.io "x": PodCertificateRequest for pod "p" contains ${why}`;
  const pod = (change: object, metadata: object = {}) => ({
    ...running,
    metadata: { ...running.metadata, ...metadata },
    spec: { ...running.spec, ...change },
  });

  test.each<[string, object, object, string | undefined]>([
    ['that is right', {}, running, undefined],
    [
      'of another node',
      { nodeName: 'n2' },
      running,
      'PodCertificateRequest.Spec.NodeName="n2", which is not the requesting node "n1"',
    ],
    ['for a pod that is gone', { podName: 'none' }, running, 'pods "none" not found'],
    [
      'for a pod before this one',
      { podUID: 'p0' },
      running,
      conflict('pod UID ("p0") which differs from running pod "p1"'),
    ],
    [
      'for an account before this one',
      { serviceAccountUID: 'sa0' },
      running,
      conflict('service account UID ("sa0") which differs from service account "sa1"'),
    ],
    [
      'for a pod elsewhere',
      {},
      pod({ nodeName: 'n2' }),
      'pod "p" is not running on node "n1" named in the PodCertificateRequest',
    ],
    [
      'for a mirror pod',
      {},
      pod({}, { annotations: { 'kubernetes.io/config.mirror': 'x' } }),
      'pod "p" is a mirror pod',
    ],
    [
      'for another account',
      {},
      pod({ serviceAccountName: 'other' }),
      'PodCertificateRequest for pod "p" contains serviceAccountName ("sa") that differs from running pod ("other")',
    ],
  ])('%s', async (_, change, present, expected) => {
    const asked = { type, object: { metadata: {}, spec: { ...spec, ...change } } };
    expect(await refusal('1.34', 'PodCertificateRequest=true', asked, { pod: present })).toBe(expected);
  });

  test('waits behind its gate', async () => {
    const asked = { type, object: { metadata: {}, spec } };
    expect(await refusal('1.34', '', asked)).toBe('PodCertificateRequest feature gate is disabled');
    expect(await refusal('1.33', '', asked)).toBeUndefined();
  });
});
