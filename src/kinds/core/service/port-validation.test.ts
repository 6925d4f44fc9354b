import { describe, expect, test } from 'vitest';
import type { Written } from '../../../../test/support/unit/kinds.ts';
import { bench, port, ports, spec } from '../../../../test/support/unit/services.ts';

describe('the ports of a Service', () => {
  test.each<[string, Written, string[]]>([
    [
      'names its ports when there are several',
      ports({ port: 80 }, { port: 81, name: 'b' }),
      [`${port}.name: Required value`],
    ],
    [
      'names its ports with labels',
      ports({ port: 80, name: 'a.b' }),
      [expect.stringContaining(`${port}.name: Invalid value: "a.b"`)],
    ],
    [
      'names each port differently',
      ports({ port: 80, name: 'a' }, { port: 81, name: 'a' }),
      ['spec.ports[1].name: Duplicate value: "a"'],
    ],
    [
      'has ports in range',
      ports({ port: 65536 }),
      [
        `${port}.port: Invalid value: 65536: must be between 1 and 65535, inclusive`,
        `${port}.targetPort: Invalid value: 65536: must be between 1 and 65535, inclusive`,
      ],
    ],
    [
      'knows its protocols',
      ports({ port: 80, protocol: 'QUIC' }),
      [`${port}.protocol: Unsupported value: "QUIC": supported values: "SCTP", "TCP", "UDP"`],
    ],
    [
      'names targets as pods do',
      ports({ port: 80, targetPort: 'A' }),
      [
        expect.stringContaining(`${port}.targetPort: Invalid value: "A"`),
        expect.stringContaining('at least one letter'),
      ],
    ],
    ['may say what is spoken', ports({ port: 80, appProtocol: 'http' }), []],
    [
      'says what is spoken by a name',
      ports({ port: 80, appProtocol: '' }),
      [
        expect.stringContaining(`${port}.appProtocol: Invalid value: ""`),
        expect.stringContaining('appProtocol'),
      ],
    ],
    [
      'in the cluster has no ports on nodes',
      ports({ port: 80, nodePort: 30080 }),
      [`${port}.nodePort: Forbidden: may not be used when \`type\` is 'ClusterIP'`],
    ],
    [
      'has each port once',
      ports({ name: 'a', port: 80 }, { name: 'b', port: 80 }),
      [
        'spec.ports[1]: Duplicate value: core.ServicePort{Name:"", Protocol:"TCP", AppProtocol:(*string)(nil), Port:80, TargetPort:intstr.IntOrString{Type:0, IntVal:0, StrVal:""}, NodePort:0}',
      ],
    ],
    [
      'may have a port for each protocol',
      ports({ name: 'a', port: 53 }, { name: 'b', port: 53, protocol: 'UDP' }),
      [],
    ],
    [
      'has each port on nodes once',
      spec({
        type: 'NodePort',
        ports: [
          { name: 'a', port: 80, nodePort: 30080 },
          { name: 'b', port: 81, nodePort: 30080 },
        ],
      }),
      ['spec.ports[1].nodePort: Duplicate value: 30080'],
    ],
  ])('%s', (_, change, errors) => {
    expect(bench.create(change).errors).toEqual(errors);
  });
});
