import { describe, expect, it } from 'vitest';
import { bench, headless, ip, ip6, outside, spec } from '../../../../../test/support/unit/services.ts';
import { fieldErrorText } from '../../../../api/validation/field-errors.ts';
import type { Family } from '../../../shared/addresses/addresses.ts';
import { fillFamilies } from './families.ts';

const four: Family[] = ['IPv4'];
const dual: Family[] = ['IPv4', 'IPv6'];
const dual6: Family[] = ['IPv6', 'IPv4'];

/** The policy and families after they are filled in, or what is wrong. */
function filled(cluster: Family[], change: object, old?: object): unknown {
  const service = bench.decode(spec({ ...change }));
  const errors = fillFamilies(service, old && bench.decode(spec({ ...old })), cluster);
  if (errors.length > 0) return errors.map(fieldErrorText);
  const { ipFamilyPolicy, ipFamilies } = service.spec;
  return [ipFamilyPolicy, ipFamilies];
}

describe('families of addresses', () => {
  const prefer = { ipFamilyPolicy: 'PreferDualStack' };
  const require = { ipFamilyPolicy: 'RequireDualStack' };
  const selecting = { selector: { a: 'b' } };

  it.each<[string, Family[], object, unknown]>([
    ['nothing said', four, {}, ['SingleStack', four]],
    ['nothing said, two families', dual6, {}, ['SingleStack', ['IPv6']]],
    ['an address', dual, { clusterIP: ip6, clusterIPs: [ip6] }, ['SingleStack', ['IPv6']]],
    ['both preferred, one there', four, prefer, ['PreferDualStack', four]],
    ['both preferred', dual, prefer, ['PreferDualStack', dual]],
    [
      'both preferred, the other first',
      dual,
      { ...prefer, ipFamilies: ['IPv6'] },
      ['PreferDualStack', dual6],
    ],
    ['both required', dual6, require, ['RequireDualStack', dual6]],
    ['two addresses', dual, { clusterIP: ip, clusterIPs: [ip, ip6] }, ['RequireDualStack', dual]],
    ['headless', four, { ...headless, ...selecting }, ['SingleStack', four]],
    ['headless without selector', four, headless, ['RequireDualStack', dual]],
    [
      'headless without selector, single',
      four,
      { ...headless, ipFamilyPolicy: 'SingleStack' },
      ['SingleStack', four],
    ],
    [
      'headless without selector, of another family',
      four,
      { ...headless, ipFamilies: ['IPv6'] },
      ['RequireDualStack', dual6],
    ],
    ['outside', dual, { ...outside, ports: undefined }, [undefined, undefined]],
  ])('%s', (_, cluster, change, expected) => {
    expect(filled(cluster, change)).toEqual(expected);
  });

  it.each<[string, Family[], object, string[]]>([
    [
      'both required of one',
      four,
      require,
      [
        'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
      ],
    ],
    [
      'a family that is not there',
      four,
      { ipFamilies: ['IPv6'] },
      ['spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster'],
    ],
    [
      'one policy and two families',
      dual,
      { ipFamilyPolicy: 'SingleStack', ipFamilies: dual },
      [
        "spec.ipFamilyPolicy: Invalid value: \"SingleStack\": must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
      ],
    ],
    [
      'one policy and two addresses',
      dual,
      { ipFamilyPolicy: 'SingleStack', clusterIP: ip, clusterIPs: [ip, ip6] },
      [
        "spec.ipFamilyPolicy: Invalid value: \"SingleStack\": must be 'RequireDualStack' or 'PreferDualStack' when multiple cluster IPs are specified",
      ],
    ],
    [
      'an address of a family that is not there',
      four,
      { clusterIP: ip6, clusterIPs: [ip6] },
      [`spec.clusterIPs[0]: Invalid value: []string{"${ip6}"}: IPv6 is not configured on this cluster`],
    ],
  ])('refuses %s', (_, cluster, change, expected) => {
    expect(filled(cluster, change)).toEqual(expected);
  });

  it('gives nothing up by mistake', () => {
    const old = { ...require, clusterIP: ip, clusterIPs: [ip, ip6], ipFamilies: dual };
    const release = (what: string) =>
      `spec.ipFamilyPolicy: Invalid value: "RequireDualStack": must be 'SingleStack' to release the secondary ${what}`;
    expect(filled(dual, { ...old, clusterIPs: [ip], ipFamilyPolicy: 'PreferDualStack' }, old)).toEqual([
      release('cluster IP').replace('Require', 'Prefer'),
    ]);
    expect(filled(dual, { clusterIP: ip, clusterIPs: [ip] }, old)).toEqual([release('cluster IP')]);
    expect(
      filled(dual, { ...old, ipFamilyPolicy: 'SingleStack', clusterIPs: [ip], ipFamilies: four }, old),
    ).toEqual(['SingleStack', four]);
  });

  it('does not upgrade who prefers both when the cluster comes to have them', () => {
    const old = { ...prefer, clusterIP: ip, clusterIPs: [ip], ipFamilies: ['IPv4'] };
    expect(filled(dual, old, old)).toEqual(['PreferDualStack', four]);
    expect(filled(dual, { ...old, ...require, ipFamilies: undefined }, old)).toEqual([
      'RequireDualStack',
      dual,
    ]);
  });
});
