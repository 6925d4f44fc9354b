import { expect, it } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../test/support/unit/kinds.ts';
import { FeatureGates } from '../api/gates/feature-gates.ts';
import { allKinds } from './index.ts';

const template = (restartPolicy: string): Written => ({
  metadata: { labels: { app: 'a' } },
  spec: { containers: [{ name: 'a', image: 'a:1' }], restartPolicy },
});
const job = { template: template('Never') };
const daemonSet = { selector: { matchLabels: { app: 'a' } }, template: template('Always') };
const service = {
  type: 'LoadBalancer',
  clusterIP: '10.0.0.1',
  clusterIPs: ['10.0.0.1'],
  ipFamilies: ['IPv4'],
  ipFamilyPolicy: 'SingleStack',
  ports: [{ port: 80, nodePort: 30_000 }],
};
const ingressClass = {
  controller: 'example.com/c',
  parameters: { apiGroup: 'example.com', kind: 'P', name: 'p' },
};
const namespaced = {
  ...ingressClass,
  parameters: { ...ingressClass.parameters, scope: 'Namespace', namespace: 'shop' },
};
const statefulSet = { ...daemonSet, serviceName: 'a', minReadySeconds: 5 };
const surging = { updateStrategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 2 } } };

const rolling = 'updateStrategy.rollingUpdate';
it.each<[string, string, Written, string, unknown]>([
  ['Job', '1.20', job, 'completionMode', undefined],
  ['Job', '1.20', job, 'suspend', undefined],
  ['Job', '1.21', job, 'completionMode', undefined],
  ['Job', '1.21', { ...job, completionMode: 'Indexed', completions: 2 }, 'completionMode', undefined],
  ['Job', '1.21', job, 'suspend', undefined],
  ['Job', '1.21', { ...job, suspend: true }, 'suspend', undefined],
  ['Job', '1.22', job, 'completionMode', 'NonIndexed'],
  ['Job', '1.22', job, 'suspend', false],
  ['DaemonSet', '1.20', daemonSet, rolling, { maxUnavailable: 1 }],
  ['DaemonSet', '1.21', daemonSet, rolling, { maxUnavailable: 1 }],
  ['DaemonSet', '1.22', daemonSet, rolling, { maxUnavailable: 1, maxSurge: 0 }],
  ['DaemonSet', '1.22', { ...daemonSet, ...surging }, rolling, { maxUnavailable: 0, maxSurge: 2 }],
  ['StatefulSet', '1.21', statefulSet, 'minReadySeconds', undefined],
  ['StatefulSet', '1.22', statefulSet, 'minReadySeconds', undefined],
  ['StatefulSet', '1.23', statefulSet, 'minReadySeconds', 5],
  ['Service', '1.19', service, 'allocateLoadBalancerNodePorts', undefined],
  ['Service', '1.20', service, 'allocateLoadBalancerNodePorts', undefined],
  ['Service', '1.21', service, 'allocateLoadBalancerNodePorts', undefined],
  ['Service', '1.22', service, 'allocateLoadBalancerNodePorts', true],
  ['Service', '1.20', service, 'internalTrafficPolicy', undefined],
  ['Service', '1.21', service, 'internalTrafficPolicy', undefined],
  ['Service', '1.21', { ...service, internalTrafficPolicy: 'Local' }, 'internalTrafficPolicy', undefined],
  ['Service', '1.22', service, 'internalTrafficPolicy', 'Cluster'],
  ['CSIDriver', '1.19', {}, 'requiresRepublish', undefined],
  ['CSIDriver', '1.20', {}, 'requiresRepublish', undefined],
  ['CSIDriver', '1.21', {}, 'requiresRepublish', false],
  ['CSIDriver', '1.20', { storageCapacity: true }, 'storageCapacity', undefined],
  ['CSIDriver', '1.21', {}, 'storageCapacity', false],
  ['CSIDriver', '1.19', {}, 'fsGroupPolicy', undefined],
  ['CSIDriver', '1.20', {}, 'fsGroupPolicy', 'ReadWriteOnceWithFSType'],
  ['IngressClass', '1.20', ingressClass, 'parameters.scope', undefined],
  ['IngressClass', '1.21', ingressClass, 'parameters.scope', null],
  ['IngressClass', '1.21', namespaced, 'parameters.scope', null],
  ['IngressClass', '1.21', namespaced, 'parameters.namespace', undefined],
  ['IngressClass', '1.22', ingressClass, 'parameters.scope', 'Cluster'],
])(
  'a %s of %s can be written again; made from %o it has as its %s: %j',
  (kind, release, spec, field, value) => {
    const gates = new FeatureGates(release);
    const rules = allKinds({ ...dependencies, gates }).find((one) => one.kind === kind)!;
    const bench = new Bench<Written>(rules, { metadata: metadata('a', { uid: 'u1' }), spec }, release, gates);
    const { object, errors } = bench.create();
    expect(errors).toEqual([]);
    const found = field.split('.').reduce<any>((part, name) => part?.[name], object['spec']);
    expect(found).toEqual(value);
    const written = { spec: object['spec'] };
    expect(bench.update(written, written).errors).toEqual([]);
  },
);

it.each<[string, string, string, Written, string, unknown]>([
  ['Job', '1.21', 'IndexedJob=true', job, 'completionMode', 'NonIndexed'],
  ['Job', '1.22', 'SuspendJob=false', job, 'suspend', undefined],
  ['DaemonSet', '1.21', 'DaemonSetUpdateSurge=true', daemonSet, rolling, { maxUnavailable: 1, maxSurge: 0 }],
  ['DaemonSet', '1.22', 'DaemonSetUpdateSurge=false', daemonSet, rolling, { maxUnavailable: 1 }],
  ['Service', '1.20', 'ServiceLBNodePortControl=true', service, 'allocateLoadBalancerNodePorts', true],
  ['Service', '1.22', 'ServiceInternalTrafficPolicy=false', service, 'internalTrafficPolicy', undefined],
  ['CSIDriver', '1.20', 'CSIServiceAccountToken=true', {}, 'requiresRepublish', false],
  ['CSIDriver', '1.21', 'CSIStorageCapacity=false', {}, 'storageCapacity', undefined],
  ['IngressClass', '1.21', 'IngressClassNamespacedParams=true', ingressClass, 'parameters.scope', 'Cluster'],
  ['StatefulSet', '1.22', 'StatefulSetMinReadySeconds=true', statefulSet, 'minReadySeconds', 5],
])(
  'a %s of %s with %s, read again, made from %o has as its %s: %j',
  (kind, release, setting, spec, field, value) => {
    const gates = new FeatureGates(release, [setting]);
    const rules = allKinds({ ...dependencies, gates }).find((one) => one.kind === kind)!;
    const bench = new Bench<Written>(rules, { metadata: metadata('a', { uid: 'u1' }), spec }, release, gates);
    const { object, errors } = bench.create();
    expect(errors).toEqual([]);
    const read = bench.decode({ spec: object['spec'] });
    const found = field.split('.').reduce<any>((part, name) => part?.[name], read['spec']);
    expect(found).toEqual(value);
  },
);

it.each<[string, string, string[]]>([
  ['CSIDriver', '1.20', ['Name', 'AttachRequired', 'PodInfoOnMount', 'Modes', 'Age']],
  [
    'CSIDriver',
    '1.21',
    [
      ...['Name', 'AttachRequired', 'PodInfoOnMount', 'StorageCapacity', 'TokenRequests'],
      ...['RequiresRepublish', 'Modes', 'Age'],
    ],
  ],
  ['CertificateSigningRequest', '1.20', ['Name', 'Age', 'SignerName', 'Requestor', 'Condition']],
  [
    'CertificateSigningRequest',
    '1.22',
    ['Name', 'Age', 'SignerName', 'Requestor', 'RequestedDuration', 'Condition'],
  ],
])('the table of a %s of %s has the columns %j', (kind, release, columns) => {
  const gates = new FeatureGates(release);
  const rules = allKinds({ ...dependencies, gates }).find((one) => one.kind === kind)!;
  expect(rules.table!.columns.map(({ name }) => name)).toEqual(columns);
});
