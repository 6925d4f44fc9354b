import { describe, expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../../test/support/unit/kinds.ts';
import { endpoints } from './index.ts';

const bench = new Bench(endpoints(dependencies), { metadata: metadata('web') });
const ip = '10.0.0.1';
const subset = (change: Written): Written => ({ subsets: [{ addresses: [{ ip }], ...change }] });
const address = (change: Written): Written => subset({ addresses: [{ ip, ...change }] });
const at = 'subsets[0].addresses[0]';
const ports = (...list: Written[]) => subset({ ports: list });

test('ports are of TCP by default', () => {
  expect(bench.decode(ports({ port: 80 })).subsets?.[0]?.ports).toEqual([{ port: 80, protocol: 'TCP' }]);
});

describe('Endpoints', () => {
  test.each<[string, Written, string[]]>([
    ['may be nowhere', {}, []],
    ['need no ports', subset({}), []],
    [
      'have an address',
      { subsets: [{ ports: [{ port: 80 }] }] },
      ['subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`'],
    ],
    [
      'have IP addresses',
      address({ ip: 'web' }),
      [
        `${at}.ip: Invalid value: "web": must be a valid IP address, (e.g. 10.9.8.7)`,
        `${at}.ip: Invalid value: "web": must be a valid IP address`,
      ],
    ],
    [
      'are somewhere',
      address({ ip: '0.0.0.0' }),
      [`${at}.ip: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)`],
    ],
    [
      'are not here',
      address({ ip: '::1' }),
      [`${at}.ip: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)`],
    ],
    [
      'are not on this link',
      address({ ip: 'fe80::1' }),
      [`${at}.ip: Invalid value: "fe80::1": may not be in the link-local range (169.254.0.0/16, fe80::/10)`],
    ],
    [
      'are not everybody on this link',
      { subsets: [{ notReadyAddresses: [{ ip: '224.0.0.1' }] }] },
      [
        'subsets[0].notReadyAddresses[0].ip: Invalid value: "224.0.0.1": may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
      ],
    ],
    [
      'have hostnames that are labels',
      address({ hostname: 'a.b' }),
      [expect.stringContaining(`${at}.hostname: Invalid value: "a.b": a lowercase RFC 1123 label`)],
    ],
    [
      'are on nodes',
      address({ nodeName: 'A' }),
      [expect.stringContaining(`${at}.nodeName: Invalid value: "A": a lowercase RFC 1123 subdomain`)],
    ],
    [
      'name their ports when there are several',
      ports({ port: 80 }, { port: 81, name: 'b' }),
      ['subsets[0].ports[0].name: Required value'],
    ],
    [
      'name their ports with labels',
      ports({ port: 80, name: 'A' }),
      [expect.stringContaining('subsets[0].ports[0].name: Invalid value: "A"')],
    ],
    [
      'have ports',
      ports({}),
      ['subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive'],
    ],
    [
      'know their protocols',
      ports({ port: 80, protocol: 'QUIC' }),
      ['subsets[0].ports[0].protocol: Unsupported value: "QUIC": supported values: "SCTP", "TCP", "UDP"'],
    ],
    ['may say what is spoken', ports({ port: 80, appProtocol: 'example.com/http' }), []],
    [
      'say what is spoken by a name',
      ports({ port: 80, appProtocol: 'a b' }),
      [expect.stringContaining('subsets[0].ports[0].appProtocol: Invalid value: "a b"')],
    ],
  ])('%s', (_, change, errors) => {
    expect(bench.create(change).errors).toEqual(errors);
    expect(bench.update(change).errors).toEqual(errors);
  });

  test.each<[string, Written, string]>([
    ['none', {}, '<none>'],
    ['none that is ready', { subsets: [{ notReadyAddresses: [{ ip }] }] }, ''],
    ['addresses without ports', subset({}), ip],
    [
      'both families',
      { subsets: [{ addresses: [{ ip }, { ip: 'fd00::1' }], ports: [{ port: 80 }] }] },
      '10.0.0.1:80,[fd00::1]:80',
    ],
    [
      'the first three',
      {
        subsets: [
          { addresses: [{ ip }, { ip }], ports: [{ port: 1 }, { port: 2 }] },
          { addresses: [{ ip }] },
        ],
      },
      '10.0.0.1:1,10.0.0.1:1,10.0.0.1:2 + 2 more...',
    ],
  ])('shows %s', (_, change, text) => {
    expect(bench.row(change)['Endpoints']).toBe(text);
  });
});
