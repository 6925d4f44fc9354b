import { describe, expect, it } from 'vitest';
import { testedRelease } from '../../../test/support/release.ts';
import { definitionsOf } from '../../../test/support/unit/definitions.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import { apiVersionOf, type Definitions, type KindDefinition } from '../../api/schema/schema.ts';
import { builtInPaths } from '../../storage/key-table.ts';
import { StorageKeys } from '../../storage/keys.ts';
import { StoredVersions } from './stored-versions.ts';

const kubernetes = dialects.find(({ name }) => name === 'kubernetes')!;
const orch = dialects.find(({ name }) => name === 'orch')!;
const definitionsIn = (dialect = kubernetes, release = testedRelease): Definitions =>
  definitionsOf(release, dialect);
const definitions = definitionsIn();
const keys = new StorageKeys('/registry', builtInPaths(definitions.kinds, kubernetes));

/** Kind, where its objects lie, the version in which 1.20 stores them, that of 1.23 where it is another. */
const table: readonly [kind: string, place: string, before: string, since?: string][] = [
  ['Node', 'minions/', 'v1'],
  ['Service', 'services/specs/', 'v1'],
  ['Endpoints', 'services/endpoints/', 'v1'],
  ['ReplicationController', 'controllers/', 'v1'],
  ['ConfigMap', 'configmaps/', 'v1'],
  ['Secret', 'secrets/', 'v1'],
  ['Pod', 'pods/', 'v1'],
  ['PodTemplate', 'podtemplates/', 'v1'],
  ['ResourceQuota', 'resourcequotas/', 'v1'],
  ['LimitRange', 'limitranges/', 'v1'],
  ['PersistentVolumeClaim', 'persistentvolumeclaims/', 'v1'],
  ['ServiceAccount', 'serviceaccounts/', 'v1'],
  ['Event', 'events/', 'v1'],
  ['Namespace', 'namespaces/', 'v1'],
  ['PersistentVolume', 'persistentvolumes/', 'v1'],
  ['DaemonSet', 'daemonsets/', 'apps/v1'],
  ['Deployment', 'deployments/', 'apps/v1'],
  ['StatefulSet', 'statefulsets/', 'apps/v1'],
  ['ReplicaSet', 'replicasets/', 'apps/v1'],
  ['ControllerRevision', 'controllerrevisions/', 'apps/v1'],
  ['Job', 'jobs/', 'batch/v1'],
  ['CronJob', 'cronjobs/', 'batch/v1beta1', 'batch/v1'],
  ['HorizontalPodAutoscaler', 'horizontalpodautoscalers/', 'autoscaling/v1'],
  [
    'CertificateSigningRequest',
    'certificatesigningrequests/',
    'certificates.k8s.io/v1beta1',
    'certificates.k8s.io/v1',
  ],
  ['Lease', 'leases/', 'coordination.k8s.io/v1beta1', 'coordination.k8s.io/v1'],
  ['RuntimeClass', 'runtimeclasses/', 'node.k8s.io/v1beta1', 'node.k8s.io/v1'],
  [
    'ValidatingWebhookConfiguration',
    'validatingwebhookconfigurations/',
    'admissionregistration.k8s.io/v1beta1',
    'admissionregistration.k8s.io/v1',
  ],
  [
    'MutatingWebhookConfiguration',
    'mutatingwebhookconfigurations/',
    'admissionregistration.k8s.io/v1beta1',
    'admissionregistration.k8s.io/v1',
  ],
  ['CSIDriver', 'csidrivers/', 'storage.k8s.io/v1beta1', 'storage.k8s.io/v1'],
  ['EndpointSlice', 'endpointslices/', 'discovery.k8s.io/v1beta1'],
  ['PodDisruptionBudget', 'poddisruptionbudgets/', 'policy/v1beta1'],
  ['PodSecurityPolicy', 'podsecuritypolicy/', 'policy/v1beta1'],
  ['FlowSchema', 'flowschemas/', 'flowcontrol.apiserver.k8s.io/v1beta1'],
  ['PriorityLevelConfiguration', 'prioritylevelconfigurations/', 'flowcontrol.apiserver.k8s.io/v1beta1'],
  ['Ingress', 'ingress/', 'networking.k8s.io/v1beta1', 'networking.k8s.io/v1'],
  ['IngressClass', 'ingressclasses/', 'networking.k8s.io/v1beta1', 'networking.k8s.io/v1'],
  ['NetworkPolicy', 'networkpolicies/', 'networking.k8s.io/v1'],
  ['StorageClass', 'storageclasses/', 'storage.k8s.io/v1'],
  ['VolumeAttachment', 'volumeattachments/', 'storage.k8s.io/v1'],
  ['CSINode', 'csinodes/', 'storage.k8s.io/v1'],
  ['CSIStorageCapacity', 'csistoragecapacities/', 'storage.k8s.io/v1alpha1', 'storage.k8s.io/v1beta1'],
  ['Role', 'roles/', 'rbac.authorization.k8s.io/v1'],
  ['RoleBinding', 'rolebindings/', 'rbac.authorization.k8s.io/v1'],
  ['ClusterRole', 'clusterroles/', 'rbac.authorization.k8s.io/v1'],
  ['ClusterRoleBinding', 'clusterrolebindings/', 'rbac.authorization.k8s.io/v1'],
  ['PriorityClass', 'priorityclasses/', 'scheduling.k8s.io/v1'],
  ['StorageVersion', 'storageversions/', 'internal.apiserver.k8s.io/v1alpha1'],
  [
    'APIService',
    'apiregistration.k8s.io/apiservices/',
    'apiregistration.k8s.io/v1beta1',
    'apiregistration.k8s.io/v1',
  ],
  [
    'CustomResourceDefinition',
    'apiextensions.k8s.io/customresourcedefinitions/',
    'apiextensions.k8s.io/v1beta1',
  ],
];

const keptAs = (kind: string) => definitions.kinds.find((one) => one.kind === kind && one.storage)!;

it('the table has every kind that is stored', () => {
  const isThere = ({ lifecycle: { introduced } }: KindDefinition): boolean =>
    introduced === undefined || isReleasedBy(introduced, '1.24');
  const stored = definitions.kinds.filter((one) => one.storage && isThere(one)).map(({ kind }) => kind);
  expect(table.map(([kind]) => kind).sort()).toEqual(stored.sort());
});

describe.each([...table])('%s', (kind, place, before, since = before) => {
  it(`lies at ${place}, by every name that its resource has`, () => {
    const { group, kind: stored } = keptAs(kind);
    const all = definitions.kinds.filter(
      ({ storedAs }) => storedAs.group === group && storedAs.kind === stored,
    );
    for (const { group, plural: resource } of all)
      expect(keys.resource({ group, resource })).toBe(`/registry/${place}`);
  });

  it.each([
    ['1.20', before],
    ['1.21', before],
    ['1.22', before],
    ['1.23', since],
    ['1.24', since],
  ])(`is stored by %s as %s`, (release, version) => {
    const versions = new StoredVersions(definitions.kinds, kubernetes, release);
    expect(apiVersionOf(versions.writtenAs(keptAs(kind)))).toBe(version);
  });
});

it('a release stores nothing in a version that it does not have', () => {
  const versions = new StoredVersions(definitions.kinds, kubernetes, '1.19');
  expect(apiVersionOf(versions.writtenAs(keptAs('FlowSchema')))).toBe(
    'flowcontrol.apiserver.k8s.io/v1alpha1',
  );
});

it.each([
  ['1.27', 'resourceclaims', 'v1alpha2'],
  ['1.31', 'resourceclaims', 'v1alpha3'],
  ['1.32', 'resourceslices', 'v1beta1'],
  ['1.34', 'deviceclasses', 'v1beta2'],
  ['1.35', 'resourceclaimtemplates', 'v1'],
  ['1.36', 'devicetaintrules', 'v1alpha3'],
  ['1.32', 'clustertrustbundles', 'v1alpha1'],
  ['1.33', 'clustertrustbundles', 'v1beta1'],
  ['1.31', 'leasecandidates', 'v1alpha1'],
  ['1.32', 'leasecandidates', 'v1alpha2'],
  ['1.29', 'prioritylevelconfigurations', 'v1beta3'],
  ['1.32', 'ipaddresses', 'v1beta1'],
  ['1.34', 'servicecidrs', 'v1'],
  ['1.30', 'flowschemas', 'v1'],
])('%s stores %s as %s', (release, resource, version) => {
  const { kinds } = definitionsIn(kubernetes, release);
  const kept = kinds.filter(({ plural, storage }) => plural === resource && storage);
  expect(kept).toHaveLength(1);
  expect(new StoredVersions(kinds, kubernetes, release).writtenAs(kept[0]!).version).toBe(version);
});

it('JSON alone is what definitions and APIServices are stored in', () => {
  const versions = new StoredVersions(definitions.kinds, kubernetes, '1.23');
  const stored = definitions.kinds.filter((one) => one.storage && versions.isAlwaysJson(one));
  expect(stored.map(({ kind }) => kind).sort()).toEqual(['APIService', 'CustomResourceDefinition']);
});

it.each([
  ['Ingress', ['extensions/v1beta1', 'networking.k8s.io/v1', 'networking.k8s.io/v1beta1']],
  ['CronJob', ['batch/v1', 'batch/v1beta1', 'batch/v2alpha1']],
  ['Event', ['events.k8s.io/v1', 'events.k8s.io/v1beta1', 'v1']],
])('%s is read in each of %j', (kind, expected) => {
  const readable = new StoredVersions(definitions.kinds, kubernetes, '1.23').readable(keptAs(kind));
  expect([...readable.keys()].sort()).toEqual(expected.map((apiVersion) => `${apiVersion} ${kind}`));
});

it('the layout is the same in the words of the other dialect', () => {
  const { kinds } = definitionsIn(orch);
  const own = new StorageKeys('/registry', builtInPaths(kinds, orch));
  for (const { group, plural: resource } of kinds) {
    const there = definitions.kinds.find(
      (one) => one.plural === resource && one.group === group.replace('orch.io', 'k8s.io'),
    )!;
    expect(own.resource({ group, resource }).replace('orch.io', 'k8s.io')).toBe(
      keys.resource({ group: there.group, resource }),
    );
  }
});

it.each([
  ['HorizontalPodAutoscaler', '1.26', 'autoscaling/v1'],
  ['HorizontalPodAutoscaler', '1.27', 'autoscaling/v2'],
  ['CSIStorageCapacity', '1.24', 'storage.k8s.io/v1beta1'],
  ['CSIStorageCapacity', '1.25', 'storage.k8s.io/v1'],
  ['PodDisruptionBudget', '1.26', 'policy/v1beta1'],
  ['PodDisruptionBudget', '1.27', 'policy/v1'],
  ['EndpointSlice', '1.30', 'discovery.k8s.io/v1beta1'],
  ['EndpointSlice', '1.31', 'discovery.k8s.io/v1'],
  ['FlowSchema', '1.25', 'flowcontrol.apiserver.k8s.io/v1beta1'],
  ['FlowSchema', '1.26', 'flowcontrol.apiserver.k8s.io/v1beta2'],
])('%s is stored by %s as %s', (kind, release, apiVersion) => {
  const { kinds } = definitionsIn(kubernetes, release);
  const kept = kinds.find((one) => one.kind === kind && one.storage)!;
  expect(apiVersionOf(new StoredVersions(kinds, kubernetes, release).writtenAs(kept))).toBe(apiVersion);
});
