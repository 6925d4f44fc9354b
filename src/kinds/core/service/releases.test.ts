import { expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { service } from './index.ts';

const benchOf = (release: string) =>
  new Bench(
    service({ ...dependencies, gates: new FeatureGates(release) }),
    { metadata: metadata('web'), spec: { ports: [{ port: 80 }] } },
    release,
  );

const balancer = { type: 'LoadBalancer' };

test.each<[release: string, what: string, spec: Written, errors: string[]]>([
  [
    '1.32',
    'the port of node agents',
    { ...balancer, ports: [{ port: 10250 }] },
    [expect.stringContaining('may not expose port 10250 externally') as unknown as string],
  ],
  ['1.33', 'the port of node agents', { ...balancer, ports: [{ port: 10250 }] }, []],
  [
    '1.24',
    'two protocols',
    {
      ...balancer,
      ports: [
        { name: 'a', port: 1 },
        { name: 'b', port: 1, protocol: 'UDP' },
      ],
    },
    [],
  ],
  [
    '1.24',
    'an unknown policy',
    { ...balancer, externalTrafficPolicy: 'X' },
    ['spec.externalTrafficPolicy: Unsupported value: "X": supported values: "Cluster", "Local"'],
  ],
  [
    '1.28',
    'a policy where only external addresses are',
    { externalIPs: ['192.0.2.1'], externalTrafficPolicy: 'Local' },
    [
      `spec.externalTrafficPolicy: Invalid value: "Local": may only be set when \`type\` is 'NodePort' or 'LoadBalancer'`,
    ],
  ],
  [
    '1.29',
    'a policy where only external addresses are',
    { externalIPs: ['192.0.2.1'], externalTrafficPolicy: 'Local' },
    [],
  ],
  [
    '1.29',
    'a malformed range',
    { ...balancer, loadBalancerSourceRanges: ['x'] },
    [
      'spec.LoadBalancerSourceRanges: Invalid value: "[x]": must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 ',
    ],
  ],
  [
    '1.30',
    'a malformed range',
    { ...balancer, loadBalancerSourceRanges: ['x'] },
    [
      'spec.LoadBalancerSourceRanges[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
    ],
  ],
  [
    '1.33',
    'nodes that are preferred',
    { trafficDistribution: 'PreferSameNode' },
    ['spec.trafficDistribution: Unsupported value: "PreferSameNode": supported values: "PreferClose"'],
  ],
  ['1.34', 'nodes that are preferred', { trafficDistribution: 'PreferSameNode' }, []],
])('%s and %s', (release, _, spec, errors) => {
  expect(benchOf(release).create({ spec }).errors).toEqual(errors);
});

test.each([
  ['1.35', ['a DNS-1035 label']],
  ['1.36', []],
])('in %s a name may begin with a digit: %j', (release, problems) => {
  const found = benchOf(release).rules.validateName!('1web', false);
  expect(found.map((text) => text.slice(0, 16))).toEqual(problems);
});

test.each<[release: string, spec: Written, warnings: string[]]>([
  ['1.32', { externalIPs: ['192.0.2.1'] }, []],
  [
    '1.33',
    { externalIPs: ['192.0.2.1'] },
    ['spec.externalIPs is deprecated and may no longer be implemented in some clusters'],
  ],
  [
    '1.36',
    { clusterIP: 'None', clusterIPs: ['None'], externalIPs: ['192.0.2.1'] },
    ['spec.externalIPs is ignored for headless services'],
  ],
  [
    '1.27',
    { ...balancer, loadBalancerIP: '010.0.0.1', loadBalancerSourceRanges: ['10.0.0.0/08', 'FD00::/64'] },
    [
      'spec.loadBalancerIP: IP address was accepted, but will be invalid in a future Orch release: ParseAddr("010.0.0.1"): IPv4 field has octet with leading zero',
      'spec.loadBalancerSourceRanges[0]: IP prefix was accepted, but will be invalid in a future Orch release: netip.ParsePrefix("10.0.0.0/08"): bad bits after slash: "08"',
      'spec.loadBalancerSourceRanges[1]: IPv6 prefix "FD00::/64" is not in RFC 5952 canonical format ("fd00::/64"), which may cause controller apply-loops',
    ],
  ],
  [
    '1.32',
    { externalIPs: ['FD00:0::1', 'fd00::1', '192.0.2.1', '::ffff:192.0.2.1'] },
    [
      'spec.externalIPs[0]: IPv6 address "FD00:0::1" is not in RFC 5952 canonical format ("fd00::1"), which may cause controller apply-loops',
    ],
  ],
  [
    '1.33',
    { ...balancer, loadBalancerIP: '010.0.0.1' },
    ['spec.loadBalancerIP: non-standard IP address "010.0.0.1" is invalid: use "10.0.0.1"'],
  ],
  ['1.27', { externalName: 'a.example' }, []],
  [
    '1.28',
    { externalName: 'a.example' },
    ['spec.externalName is ignored when spec.type is not "ExternalName"'],
  ],
  [
    '1.35',
    { trafficDistribution: 'PreferClose' },
    ['spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"'],
  ],
])('%s warns of %j', (release, spec, warnings) => {
  const bench = benchOf(release);
  expect(bench.rules.warnings!(bench.decode({ spec }), undefined)).toEqual(warnings);
});

const status = (ingress: Written): Written => ({ status: { loadBalancer: { ingress: [ingress] } } });

test.each<[release: string, ingress: Written, spec: Written, errors: string[]]>([
  ['1.30', { ip: '192.0.2.1' }, balancer, []],
  [
    '1.30',
    { hostname: 'a.example', ipMode: 'VIP' },
    balancer,
    ['status.loadBalancer.ingress[0].ipMode: Forbidden: may not be specified when `ip` is not set'],
  ],
  [
    '1.30',
    { ip: '192.0.2.1', ipMode: 'X' },
    balancer,
    ['status.loadBalancer.ingress[0].ipMode: Unsupported value: "X": supported values: "Proxy", "VIP"'],
  ],
  ['1.28', { ip: '192.0.2.1' }, {}, []],
  [
    '1.29',
    { ip: '192.0.2.1' },
    {},
    ["status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'"],
  ],
])('%s and the status %j of %j', (release, ingress, spec, errors) => {
  expect(benchOf(release).updateStatus({ spec, ...status(ingress) }, { spec }).errors).toEqual(errors);
});
