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

const rolling = 'updateStrategy.rollingUpdate';
it.each<[string, string, Written, string, unknown]>([
  ['Job', '1.20', job, 'completionMode', undefined],
  ['Job', '1.20', job, 'suspend', undefined],
  ['Job', '1.21', job, 'completionMode', 'NonIndexed'],
  ['DaemonSet', '1.20', daemonSet, rolling, { maxUnavailable: 1 }],
  ['DaemonSet', '1.21', daemonSet, rolling, { maxUnavailable: 1, maxSurge: 0 }],
  ['Service', '1.19', service, 'allocateLoadBalancerNodePorts', undefined],
  ['Service', '1.20', service, 'allocateLoadBalancerNodePorts', true],
  ['Service', '1.20', service, 'internalTrafficPolicy', undefined],
  ['Service', '1.21', service, 'internalTrafficPolicy', 'Cluster'],
  ['CSIDriver', '1.19', {}, 'requiresRepublish', undefined],
  ['CSIDriver', '1.20', {}, 'requiresRepublish', false],
  ['IngressClass', '1.20', ingressClass, 'parameters.scope', undefined],
  ['IngressClass', '1.21', ingressClass, 'parameters.scope', 'Cluster'],
])(
  'a %s of %s can be written again; made from %o it has as its %s: %j',
  (kind, release, spec, field, value) => {
    const rules = allKinds({ ...dependencies, gates: new FeatureGates(release) }).find(
      (one) => one.kind === kind,
    )!;
    const bench = new Bench<Written>(rules, { metadata: metadata('a', { uid: 'u1' }), spec }, release);
    const { object, errors } = bench.create();
    expect(errors).toEqual([]);
    const found = field.split('.').reduce<any>((part, name) => part?.[name], object['spec']);
    expect(found).toEqual(value);
    const written = { spec: object['spec'] };
    expect(bench.update(written, written).errors).toEqual([]);
  },
);

it.each<[string, string, string[]]>([
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
