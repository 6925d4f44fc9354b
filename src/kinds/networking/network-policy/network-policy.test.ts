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
  ['valid', { ...ports({ port: 80, endPort: 90 }), ...peers({ podSelector: {} }) }, []],
  [
    'an unknown protocol',
    ports({ protocol: 'ICMP' }),
    [`${port}.protocol: Unsupported value: "ICMP": supported values: "TCP", "UDP", "SCTP"`],
  ],
  [
    'a port number out of range',
    ports({ port: 0 }),
    [`${port}.port: Invalid value: 0: must be between 1 and 65535, inclusive`],
  ],
  [
    'an invalid port name',
    ports({ port: 'a--b' }),
    [`${port}.port: Invalid value: "a--b": must not contain consecutive hyphens`],
  ],
  [
    'an endPort below the port',
    ports({ port: 80, endPort: 70 }),
    [`${port}.endPort: Invalid value: 80: must be greater than or equal to \`port\``],
  ],
  [
    'an endPort of a named port',
    ports({ port: 'http', endPort: 70 }),
    [`${port}.endPort: Invalid value: 70: may not be specified when \`port\` is non-numeric`],
  ],
  [
    'an endPort without a port',
    ports({ endPort: 70 }),
    [`${port}.endPort: Invalid value: 70: may not be specified when \`port\` is not specified`],
  ],
  ['an empty peer', peers({}), [`${peer}: Required value: must specify a peer`]],
  [
    'a peer with ipBlock and selector',
    peers({ podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }),
    [`${peer}: Forbidden: may not specify both ipBlock and another peer`],
  ],
  ['an empty CIDR', peers({ ipBlock: { cidr: '' } }), [`${peer}.ipBlock.cidr: Required value`]],
  [
    'an invalid CIDR',
    peers({ ipBlock: { cidr: '10.0.0.1' } }),
    [`${peer}.ipBlock.cidr: Invalid value: "10.0.0.1": not a valid CIDR`],
  ],
  ['a valid exception', peers({ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }), []],
  [
    'exceptions that are no strict subset',
    peers({ ipBlock: { cidr: '10.0.0.0/8', except: ['10.0.0.0/8', '11.0.0.0/16', '2001:db8::/64'] } }),
    ['10.0.0.0/8', '11.0.0.0/16', '2001:db8::/64'].map(
      (cidr, index) =>
        `${peer}.ipBlock.except[${index}]: Invalid value: "${cidr}": must be a strict subset of \`cidr\``,
    ),
  ],
  [
    'an invalid exception, after which none is checked',
    peers({ ipBlock: { cidr: '10.0.0.0/8', except: ['x', 'y'] } }),
    [`${peer}.ipBlock.except[0]: Invalid value: "x": not a valid CIDR`],
  ],
  [
    'an unknown policy type',
    { policyTypes: ['Sideways'] },
    ['spec.policyTypes[0]: Unsupported value: "Sideways": supported values: "Ingress", "Egress"'],
  ],
  [
    'three policy types',
    { policyTypes: ['Ingress', 'Egress', 'Up'] },
    [
      'spec.policyTypes: Invalid value: []networking.PolicyType{"Ingress", "Egress", "Up"}: may not specify more than two policyTypes',
    ],
  ],
  [
    'an invalid pod selector',
    { podSelector: { matchExpressions: [{ key: 'a', operator: 'Is' }] } },
    ['spec.podSelector.matchExpressions[0].operator: Invalid value: "Is": not a valid selector operator'],
  ],
])('validation of a NetworkPolicy: %s', (_, spec, errors) => {
  expect(bench.create({ spec }).errors).toEqual(errors);
});

test('an update of a NetworkPolicy reports each error twice', () => {
  const error = 'spec.policyTypes[0]: Unsupported value: "Up": supported values: "Ingress", "Egress"';
  expect(bench.update({ spec: { policyTypes: ['Up'] } }).errors).toEqual([error, error]);
});

test.each<[Written, string[]]>([
  [{}, ['Ingress']],
  [peers({ podSelector: {} }), ['Ingress', 'Egress']],
  [{ ...peers({ podSelector: {} }), policyTypes: ['Egress'] }, ['Egress']],
])('policyTypes default to Ingress, and to Egress too if there are egress rules: %#', (spec, expected) => {
  expect(bench.decode({ spec }).spec.policyTypes).toEqual(expected);
});

test('the protocol of a NetworkPolicy port defaults to TCP', () => {
  expect(bench.decode({ spec: ports({ port: 80 }) }).spec.ingress?.[0]?.ports).toEqual([
    { protocol: 'TCP', port: 80 },
  ]);
});

test('the table of NetworkPolicies shows the pod selector', () => {
  expect(bench.row()).toEqual({ Name: 'web', 'Pod-Selector': 'app=web', Age: '5m10s' });
});
