import { describe, expect, test } from 'vitest';
import type { Written } from '../../../../test/support/unit/kinds.ts';
import {
  balancer,
  bench,
  headless,
  one,
  outside,
  port,
  ports,
  spec,
} from '../../../../test/support/unit/services.ts';

const notOutside = 'Forbidden: may not be set for ExternalName services';

describe('a Service of its type', () => {
  test.each<[string, Written, string[]]>([
    ['needs no address yet', {}, []],
    ['has ports', ports(), ['spec.ports: Required value']],
    ['without address needs no ports', spec({ ...headless, ports: [] }), []],
    ['outside needs no ports', spec({ ...outside, ports: [] }), []],
    [
      'has a type',
      spec({ type: 'Magic' }),
      [
        'spec.type: Unsupported value: "Magic": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"',
      ],
    ],
    [
      'balances no node agents',
      balancer({ ports: [{ port: 10250 }] }),
      [`${port}: Invalid value: 10250: may not expose port 10250 externally since it is used by nodeagent`],
    ],
    [
      'balances something',
      balancer(headless),
      ['spec.clusterIPs[0]: Invalid value: "None": may not be set to \'None\' for LoadBalancer services'],
    ],
    [
      'is something on all nodes',
      spec({ type: 'NodePort', ...headless }),
      ['spec.clusterIPs[0]: Invalid value: "None": may not be set to \'None\' for NodePort services'],
    ],
    [
      'balances one protocol',
      balancer({
        ports: [
          { name: 'a', port: 53 },
          { name: 'b', port: 53, protocol: 'UDP', targetPort: 'dns' },
        ],
      }),
      [
        'spec.ports: Invalid value: []core.ServicePort{core.ServicePort{Name:"a", Protocol:"TCP", AppProtocol:(*string)(nil), Port:53, TargetPort:intstr.IntOrString{Type:0, IntVal:53, StrVal:""}, NodePort:0}, core.ServicePort{Name:"b", Protocol:"UDP", AppProtocol:(*string)(nil), Port:53, TargetPort:intstr.IntOrString{Type:1, IntVal:0, StrVal:"dns"}, NodePort:0}}: may not contain more than 1 protocol when type is \'LoadBalancer\'',
      ],
    ],
    [
      'outside has no address',
      spec({ ...outside, ...one, ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' }),
      [
        `spec.clusterIPs: ${notOutside}`,
        `spec.ipFamilies: ${notOutside}`,
        `spec.ipFamilyPolicy: ${notOutside}`,
      ],
    ],
    ['outside has a name', spec({ type: 'ExternalName' }), ['spec.externalName: Required value']],
    ['outside may have a whole name', spec({ ...outside, externalName: 'example.com.' }), []],
    [
      'outside has the name of a host',
      spec({ ...outside, externalName: 'a_b' }),
      [expect.stringContaining('spec.externalName: Invalid value: "a_b"')],
    ],
  ])('%s', (_, change, errors) => {
    expect(bench.create(change).errors).toEqual(errors);
  });
});
