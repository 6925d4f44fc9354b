import { describe, expect, test } from 'vitest';
import type { Written } from '../../../../test/support/unit/kinds.ts';
import { bench, ip, ip6, one, spec, two } from '../../../../test/support/unit/services.ts';

describe('a Service', () => {
  test.each<[string, Written, string[]]>([
    ['may know only the older field', spec({ clusterIP: ip }), []],
    [
      'does not know only the newer field',
      spec({ clusterIPs: [ip] }),
      [
        `spec.clusterIPs: Invalid value: []string{"${ip}"}: must be empty when \`clusterIP\` is not specified`,
      ],
    ],
    [
      'says one thing in both fields',
      spec({ clusterIP: ip, clusterIPs: ['10.0.0.2'] }),
      ['spec.clusterIPs: Invalid value: []string{"10.0.0.2"}: first value must match `clusterIP`'],
    ],
    [
      'has addresses',
      spec({ clusterIP: 'x' }),
      ['spec.clusterIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7)'],
    ],
    [
      'has no address only',
      spec({ clusterIP: 'None', clusterIPs: ['None', ip] }),
      [`spec.clusterIPs: Invalid value: []string{"None", "${ip}"}: 'None' must be the first and only value`],
    ],
    ['may have two addresses', spec(two), []],
    [
      'has one address of a family',
      spec({ clusterIP: ip, clusterIPs: [ip, '10.0.0.2'] }),
      [
        `spec.clusterIPs: Invalid value: []string{"${ip}", "10.0.0.2"}: may specify no more than one IP for each IP family`,
      ],
    ],
    [
      'has at most two addresses',
      spec({ clusterIP: ip, clusterIPs: [ip, ip6, 'fd00::2'] }),
      [
        expect.stringContaining('may only hold up to 2 values'),
        expect.stringContaining('no more than one IP'),
      ],
    ],
    [
      'has addresses of its families',
      spec({ ...one, ipFamilies: ['IPv6'] }),
      [
        `spec.clusterIPs[0]: Invalid value: "${ip}": expected an IPv6 value as indicated by \`ipFamilies[0]\``,
      ],
    ],
    [
      'knows families',
      spec({ ipFamilies: ['IPv5'] }),
      ['spec.ipFamilies[0]: Unsupported value: "IPv5": supported values: "IPv4", "IPv6"'],
    ],
    [
      'has each family once',
      spec({ ipFamilies: ['IPv4', 'IPv4'] }),
      ['spec.ipFamilies[1]: Duplicate value: "IPv4"'],
    ],
    [
      'knows policies',
      spec({ ipFamilyPolicy: 'Some' }),
      [
        'spec.ipFamilyPolicy: Unsupported value: "Some": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"',
      ],
    ],
    [
      'has external addresses',
      spec({ externalIPs: ['x', '127.0.0.1'] }),
      [
        'spec.externalIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7)',
        'spec.externalIPs[1]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      ],
    ],
  ])('%s', (_, change, errors) => {
    expect(bench.create(change).errors).toEqual(errors);
  });
});
