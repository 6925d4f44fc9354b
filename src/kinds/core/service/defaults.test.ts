import { describe, expect, test } from 'vitest';
import type { Written } from '../../../../test/support/unit/kinds.ts';
import { balancer, bench, outside, spec, two } from '../../../../test/support/unit/services.ts';

describe('defaults', () => {
  test.each<[string, Written, Written]>([
    [
      'of a Service in the cluster',
      {},
      {
        type: 'ClusterIP',
        sessionAffinity: 'None',
        internalTrafficPolicy: 'Cluster',
        ports: [{ protocol: 'TCP', port: 80, targetPort: 80 }],
      },
    ],
    ['of a Service outside', { ...outside, ports: undefined }, { ...outside, sessionAffinity: 'None' }],
    [
      'of a Service on all nodes',
      { type: 'NodePort' },
      { externalTrafficPolicy: 'Cluster', internalTrafficPolicy: 'Cluster' },
    ],
    [
      'of a balanced Service',
      { type: 'LoadBalancer' },
      { externalTrafficPolicy: 'Cluster', allocateLoadBalancerNodePorts: true },
    ],
    [
      'of affinity',
      { sessionAffinity: 'ClientIP' },
      { sessionAffinityConfig: { clientIP: { timeoutSeconds: 10800 } } },
    ],
    [
      'of a port with a name for its target',
      { ports: [{ port: 80, targetPort: 'web' }] },
      { ports: [{ protocol: 'TCP', port: 80, targetPort: 'web' }] },
    ],
    ['of two families', { ipFamilies: ['IPv6', 'IPv4'] }, { ipFamilyPolicy: 'RequireDualStack' }],
    ['of two addresses', two, { ipFamilyPolicy: 'RequireDualStack' }],
    [
      'of both families, one first',
      { ipFamilies: ['IPv6'], ipFamilyPolicy: 'RequireDualStack' },
      { ipFamilies: ['IPv6', 'IPv4'] },
    ],
  ])('%s', (_, change, expected) => {
    expect(bench.decode(spec(change)).spec).toMatchObject(expected);
  });

  test('drop what affinity would need', () => {
    const config = { clientIP: { timeoutSeconds: 5 } };
    expect(bench.decode(spec({ sessionAffinityConfig: config })).spec).not.toHaveProperty(
      'sessionAffinityConfig',
    );
    expect(
      bench.decode(spec({ sessionAffinity: 'ClientIP', sessionAffinityConfig: config })).spec
        .sessionAffinityConfig,
    ).toEqual(config);
  });

  test('may be applied again', () => {
    const once = bench.create(balancer({ ...two, sessionAffinity: 'ClientIP' })).object;
    const twice = structuredClone(once);
    bench.rules.applyDefaults?.(twice);
    expect(twice).toEqual(once);
  });
});
