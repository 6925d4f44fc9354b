import { expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../../test/support/unit/kinds.ts';
import { networkPolicy } from './index.ts';

const bench = new Bench(networkPolicy(dependencies), {
  metadata: metadata('web'),
  spec: { podSelector: { matchLabels: { app: 'web' } } },
});

const ports = (...list: Written[]): Written => ({ ingress: [{ ports: list }] });
const peers = (...list: Written[]): Written => ({ egress: [{ to: list }] });
const port = 'spec.ingress[0].ports[0]';
const peer = 'spec.egress[0].to[0]';

test.each<[string, Written, string[]]>([
  ['is fine', { ...ports({ port: 80, endPort: 90 }), ...peers({ podSelector: {} }) }, []],
  [
    'knows protocols',
    ports({ protocol: 'ICMP' }),
    [`${port}.protocol: Unsupported value: "ICMP": supported values: "TCP", "UDP", "SCTP"`],
  ],
  [
    'has ports',
    ports({ port: 0 }),
    [`${port}.port: Invalid value: 0: must be between 1 and 65535, inclusive`],
  ],
  [
    'names ports',
    ports({ port: 'a--b' }),
    [`${port}.port: Invalid value: "a--b": must not contain consecutive hyphens`],
  ],
  [
    'ends a range above its beginning',
    ports({ port: 80, endPort: 70 }),
    [`${port}.endPort: Invalid value: 80: must be greater than or equal to \`port\``],
  ],
  [
    'has ranges of numbers alone',
    ports({ port: 'http', endPort: 70 }),
    [`${port}.endPort: Invalid value: 70: may not be specified when \`port\` is non-numeric`],
  ],
  [
    'has ranges that begin',
    ports({ endPort: 70 }),
    [`${port}.endPort: Invalid value: 70: may not be specified when \`port\` is not specified`],
  ],
  ['has peers that are somebody', peers({}), [`${peer}: Required value: must specify a peer`]],
  [
    'has peers of one kind',
    peers({ podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }),
    [`${peer}: Forbidden: may not specify both ipBlock and another peer`],
  ],
  ['has ranges of addresses', peers({ ipBlock: { cidr: '' } }), [`${peer}.ipBlock.cidr: Required value`]],
  [
    'has ranges that are ranges',
    peers({ ipBlock: { cidr: '10.0.0.1' } }),
    [`${peer}.ipBlock.cidr: Invalid value: "10.0.0.1": not a valid CIDR`],
  ],
  ['has holes in ranges', peers({ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }), []],
  [
    'has holes that are smaller',
    peers({ ipBlock: { cidr: '10.0.0.0/8', except: ['10.0.0.0/8', '11.0.0.0/16', '2001:db8::/64'] } }),
    ['10.0.0.0/8', '11.0.0.0/16', '2001:db8::/64'].map(
      (cidr, index) =>
        `${peer}.ipBlock.except[${index}]: Invalid value: "${cidr}": must be a strict subset of \`cidr\``,
    ),
  ],
  [
    'has holes that are ranges',
    peers({ ipBlock: { cidr: '10.0.0.0/8', except: ['x', 'y'] } }),
    [`${peer}.ipBlock.except[0]: Invalid value: "x": not a valid CIDR`],
  ],
  [
    'knows two directions',
    { policyTypes: ['Sideways'] },
    ['spec.policyTypes[0]: Unsupported value: "Sideways": supported values: "Ingress", "Egress"'],
  ],
  [
    'has no more than two',
    { policyTypes: ['Ingress', 'Egress', 'Up'] },
    [
      'spec.policyTypes: Invalid value: []networking.PolicyType{"Ingress", "Egress", "Up"}: may not specify more than two policyTypes',
    ],
  ],
  [
    'selects by labels',
    { podSelector: { matchExpressions: [{ key: 'a', operator: 'Is' }] } },
    ['spec.podSelector.matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator'],
  ],
])('a network policy %s', (_, spec, errors) => {
  expect(bench.create({ spec }).errors).toEqual(errors);
});

test('a network policy is told of its faults twice when it is changed', () => {
  const fault = 'spec.policyTypes[0]: Unsupported value: "Up": supported values: "Ingress", "Egress"';
  expect(bench.update({ spec: { policyTypes: ['Up'] } }).errors).toEqual([fault, fault]);
});

test.each<[Written, string[]]>([
  [{}, ['Ingress']],
  [peers({ podSelector: {} }), ['Ingress', 'Egress']],
  [{ ...peers({ podSelector: {} }), policyTypes: ['Egress'] }, ['Egress']],
])('directions by default %#', (spec, expected) => {
  expect(bench.decode({ spec }).spec.policyTypes).toEqual(expected);
});

test('ports are of TCP by default', () => {
  expect(bench.decode({ spec: ports({ port: 80 }) }).spec.ingress?.[0]?.ports).toEqual([
    { protocol: 'TCP', port: 80 },
  ]);
});

test('its row', () => {
  expect(bench.row()).toEqual({ Name: 'web', 'Pod-Selector': 'app=web', Age: '5m10s' });
});
