import { describe, expect, test } from 'vitest';
import type { Written } from '../../../../test/support/unit/kinds.ts';
import {
  bench,
  headless,
  ip,
  one,
  outside,
  port,
  spec,
  two,
} from '../../../../test/support/unit/services.ts';

describe('an update', () => {
  const dual = { ...two, ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'PreferDualStack' };
  const single = { ...one, ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' };
  const once = 'may not change once set';

  test.each<[string, Written, Written, string[]]>([
    [
      'keeps the address',
      { clusterIP: '10.0.0.2', clusterIPs: [ip] },
      one,
      [`spec.clusterIPs[0]: Invalid value: []string{"10.0.0.2"}: ${once}`],
    ],
    ['may add an address', dual, single, []],
    ['may leave out everything that was allocated', {}, dual, []],
    [
      'may not lose an address by mistake',
      { clusterIP: ip, clusterIPs: [ip], ipFamilies: ['IPv4'], ipFamilyPolicy: 'PreferDualStack' },
      dual,
      [
        `spec.ipFamilyPolicy: Invalid value: "PreferDualStack": must be set to 'SingleStack' when releasing the secondary clusterIP`,
        `spec.ipFamilyPolicy: Invalid value: "PreferDualStack": must be set to 'SingleStack' when releasing the secondary ipFamily`,
      ],
    ],
    ['may give up the second address', { ...dual, ipFamilyPolicy: 'SingleStack' }, dual, []],
    [
      'keeps the first family',
      { ...one, ipFamilies: ['IPv6'] },
      single,
      [
        `spec.ipFamilies[0]: Invalid value: []core.IPFamily{"IPv6"}: ${once}`,
        expect.stringContaining('expected an IPv6 value'),
      ],
    ],
    [
      'may change families where there is no address',
      { ...headless, ipFamilies: ['IPv6'] },
      { ...headless, ipFamilies: ['IPv4'] },
      [],
    ],
    ['may move outside', { ...outside, ...single }, single, []],
    ['may come in', one, outside, []],
    [
      'keeps the class',
      { type: 'LoadBalancer', loadBalancerClass: 'b' },
      { type: 'LoadBalancer', loadBalancerClass: 'a' },
      [`spec.loadBalancerClass: Invalid value: "b": ${once}`],
    ],
    [
      'may get a class with a balancer',
      { type: 'LoadBalancer', loadBalancerClass: 'b' },
      { type: 'NodePort' },
      [],
    ],
    [
      'keeps the port for checks',
      { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 30001 },
      { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 30000 },
      ['spec.healthCheckNodePort: Forbidden: field is immutable'],
    ],
    [
      'may keep mixing protocols',
      {
        type: 'LoadBalancer',
        ports: [
          { name: 'a', port: 53 },
          { name: 'b', port: 53, protocol: 'UDP' },
        ],
      },
      {
        type: 'LoadBalancer',
        ports: [
          { name: 'a', port: 1 },
          { name: 'b', port: 2, protocol: 'UDP' },
        ],
      },
      [],
    ],
    [
      'may have a balancer where it mixed protocols without one',
      {
        type: 'LoadBalancer',
        ports: [
          { name: 'a', port: 53 },
          { name: 'b', port: 53, protocol: 'UDP' },
        ],
      },
      {
        ports: [
          { name: 'a', port: 53 },
          { name: 'b', port: 53, protocol: 'UDP' },
        ],
      },
      [],
    ],
    [
      'tells of a bad class twice',
      { type: 'LoadBalancer', loadBalancerClass: 'a b' },
      { type: 'NodePort' },
      [1, 2].map(
        () => expect.stringContaining('spec.loadBalancerClass: Invalid value: "a b": name part') as never,
      ),
    ],
    [
      'may not change the first family and add another',
      { ...two, ipFamilies: ['IPv6', 'IPv4'], ipFamilyPolicy: 'PreferDualStack' },
      single,
      [
        `spec.ipFamilies[0]: Invalid value: []string{"${ip}", "fd00::1"}: ${once}`,
        expect.stringContaining('expected an IPv6 value'),
        expect.stringContaining('expected an IPv4 value'),
      ],
    ],
    [
      'may not lose its address',
      { type: 'ClusterIP', clusterIP: 'None', clusterIPs: ['None'] },
      one,
      [`spec.clusterIPs[0]: Invalid value: []string{"None"}: ${once}`],
    ],
    [
      'keeps its address where there is no such type',
      { ...single, type: 'Other' },
      single,
      [expect.stringMatching(/^spec\.type: Unsupported value: "Other"/)],
    ],
    [
      'refuses what was changed together with the type',
      { type: 'ClusterIP', ports: [{ port: 80, nodePort: 30081 }] },
      { type: 'NodePort', ports: [{ port: 80, nodePort: 30080 }] },
      [`${port}.nodePort: Forbidden: may not be used when \`type\` is 'ClusterIP'`],
    ],
  ])('%s', (_, change, old, errors) => {
    expect(bench.update(spec(change), spec(old)).errors).toEqual(errors);
  });

  const onNodes = { ...one, type: 'NodePort', ports: [{ name: 'a', port: 80, nodePort: 30080 }] };
  const balanced = {
    ...onNodes,
    type: 'LoadBalancer',
    externalTrafficPolicy: 'Local',
    healthCheckNodePort: 30000,
    loadBalancerClass: 'x',
  };

  test.each<[string, Written, Written, Written]>([
    ['keeps addresses', {}, dual, dual],
    ['restores the newer field', { clusterIP: ip }, two, two],
    [
      'gives addresses up',
      { ...outside, clusterIP: undefined, clusterIPs: [ip] },
      one,
      { clusterIP: undefined, clusterIPs: undefined },
    ],
    [
      'gives all addresses up when it moves outside',
      { ...outside, ...single },
      single,
      { clusterIP: undefined, clusterIPs: undefined, ipFamilies: undefined, ipFamilyPolicy: undefined },
    ],
    ['trims to one family', { ...dual, ipFamilyPolicy: 'SingleStack' }, dual, single],
    [
      'keeps ports on nodes by name',
      {
        type: 'NodePort',
        ports: [
          { name: 'b', port: 81 },
          { name: 'a', port: 82 },
        ],
      },
      onNodes,
      {
        ports: [
          { name: 'b', port: 81, protocol: 'TCP', targetPort: 81 },
          { name: 'a', port: 82, protocol: 'TCP', targetPort: 82, nodePort: 30080 },
        ],
      },
    ],
    [
      'does not give a port on nodes twice',
      {
        type: 'NodePort',
        ports: [
          { name: 'b', port: 81, nodePort: 30080 },
          { name: 'a', port: 82 },
        ],
      },
      onNodes,
      {
        ports: [
          { name: 'b', port: 81, protocol: 'TCP', targetPort: 81, nodePort: 30080 },
          { name: 'a', port: 82, protocol: 'TCP', targetPort: 82 },
        ],
      },
    ],
    [
      'gives ports on nodes up',
      { ...onNodes, type: 'ClusterIP' },
      onNodes,
      { externalTrafficPolicy: undefined, ports: [{ name: 'a', port: 80, protocol: 'TCP', targetPort: 80 }] },
    ],
    [
      'keeps the port for checks',
      { ...balanced, healthCheckNodePort: undefined },
      balanced,
      { healthCheckNodePort: 30000 },
    ],
    [
      'gives up what only balancers have',
      {
        ...balanced,
        type: 'NodePort',
        externalTrafficPolicy: 'Cluster',
        allocateLoadBalancerNodePorts: true,
      },
      balanced,
      {
        healthCheckNodePort: undefined,
        allocateLoadBalancerNodePorts: undefined,
        loadBalancerClass: undefined,
        ports: [{ name: 'a', port: 80, protocol: 'TCP', targetPort: 80, nodePort: 30080 }],
      },
    ],
  ])('%s', (_, change, old, expected) => {
    const actual: Written = { ...bench.update(spec(change), spec(old)).object.spec };
    expect(Object.fromEntries(Object.keys(expected).map((field) => [field, actual[field]]))).toEqual(
      expected,
    );
  });
});
