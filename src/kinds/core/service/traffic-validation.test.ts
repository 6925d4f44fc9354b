import { describe, expect, test } from 'vitest';
import type { Written } from '../../../../test/support/unit/kinds.ts';
import { balancer, bench, spec } from '../../../../test/support/unit/services.ts';

const annotation = {
  metadata: { annotations: { 'service.beta.orch.io/load-balancer-source-ranges': '10.0.0.0/8, 10/8' } },
};
const listOfRanges = 'must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24 ';
const onlyBalancer = "Forbidden: may only be used when `type` is 'LoadBalancer'";

describe('a Service', () => {
  test.each<[string, Written, string[]]>([
    ['lets ranges of addresses in', balancer({ loadBalancerSourceRanges: ['10.0.0.0/8', ' fd00::/8 '] }), []],
    [
      'lets in what is a range',
      balancer({ loadBalancerSourceRanges: ['a', 'b'] }),
      [`spec.LoadBalancerSourceRanges: Invalid value: "[a b]": ${listOfRanges}`],
    ],
    [
      'lets in by an annotation',
      { ...balancer(), ...annotation },
      [
        `metadata.annotations[service.beta.orch.io/load-balancer-source-ranges]: Invalid value: "10.0.0.0/8, 10/8": ${listOfRanges}`,
      ],
    ],
    [
      'asks only a balancer to let in',
      spec({ loadBalancerSourceRanges: ['10.0.0.0/8'] }),
      [`spec.LoadBalancerSourceRanges: ${onlyBalancer}`],
    ],
    [
      'asks only a balancer to do without nodes',
      spec({ allocateLoadBalancerNodePorts: false }),
      [`spec.allocateLoadBalancerNodePorts: ${onlyBalancer}`],
    ],
    ['may be of a class', balancer({ loadBalancerClass: 'example.com/fast' }), []],
    [
      'is of a class with a name',
      balancer({ loadBalancerClass: 'a b' }),
      [expect.stringContaining('spec.loadBalancerClass: Invalid value: "a b"')],
    ],
    [
      'is of a class when balanced',
      spec({ loadBalancerClass: 'a' }),
      [`spec.loadBalancerClass: ${onlyBalancer}`],
    ],
    [
      'spreads traffic in known ways',
      balancer({ externalTrafficPolicy: 'Some' }),
      [
        'spec.externalTrafficPolicy: Invalid value: "Some": ExternalTrafficPolicy must be empty, Cluster or Local',
      ],
    ],
    [
      'spreads traffic that comes from outside',
      spec({ externalTrafficPolicy: 'Local' }),
      [
        'spec.externalTrafficPolicy: Invalid value: "Local": ExternalTrafficPolicy can only be set on NodePort and LoadBalancer service',
      ],
    ],
    [
      'checks nodes when it matters which',
      balancer({ healthCheckNodePort: 30000 }),
      [
        'spec.healthCheckNodePort: Invalid value: 30000: HealthCheckNodePort can only be set on LoadBalancer service with ExternalTrafficPolicy=Local',
      ],
    ],
    ['checks nodes', balancer({ externalTrafficPolicy: 'Local', healthCheckNodePort: 30000 }), []],
    [
      'checks nodes at a port',
      balancer({ externalTrafficPolicy: 'Local', healthCheckNodePort: -1 }),
      ['spec.healthCheckNodePort: Invalid value: -1: HealthCheckNodePort must be not less than 0'],
    ],
    [
      'spreads traffic from inside in known ways',
      spec({ internalTrafficPolicy: 'Some' }),
      ['spec.internalTrafficPolicy: Unsupported value: "Some": supported values: "Cluster", "Local"'],
    ],
  ])('%s', (_, change, errors) => {
    expect(bench.create(change).errors).toEqual(errors);
  });
});
