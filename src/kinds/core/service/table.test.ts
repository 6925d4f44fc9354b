import { describe, expect, test } from 'vitest';
import type { Written } from '../../../../test/support/unit/kinds.ts';
import { balancer, bench, ip, one, outside, spec } from '../../../../test/support/unit/services.ts';

describe('a row', () => {
  test.each<[string, Written, Written]>([
    [
      'in the cluster',
      spec({ ...one, clusterIPs: [ip] }),
      {
        Name: 'web',
        Type: 'ClusterIP',
        'Cluster-IP': ip,
        'External-IP': '<none>',
        'Port(s)': '80/TCP',
        Age: '5m10s',
        Selector: '<none>',
      },
    ],
    [
      'before it has an address',
      spec({ selector: { b: '2', a: '1' } }),
      { 'Cluster-IP': '<none>', Selector: 'a=1,b=2' },
    ],
    [
      'on all nodes',
      spec({
        type: 'NodePort',
        externalIPs: [ip],
        ports: [
          { port: 80, nodePort: 30080 },
          { port: 53, protocol: 'UDP' },
        ],
      }),
      { 'External-IP': ip, 'Port(s)': '80:30080/TCP,53/UDP' },
    ],
    ['waiting for a balancer', balancer(), { 'External-IP': '<pending>' }],
    [
      'balanced',
      {
        ...balancer({ externalIPs: ['10.9.9.9'] }),
        status: { loadBalancer: { ingress: [{ hostname: 'b' }, { ip }, { ip }] } },
      },
      { 'External-IP': `${ip},b,10.9.9.9` },
    ],
    ['outside', spec({ ...outside, ports: [] }), { 'External-IP': 'example.com', 'Port(s)': '<none>' }],
  ])('%s', (_, change, cells) => {
    expect(bench.row(change)).toMatchObject(cells);
  });
});
