import { describe, expect, test } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { fieldErrorText } from '../../../api/validation/field-errors.ts';
import { freezeInTests } from '../../../util/freeze-in-tests.ts';
import { endpointSlice } from './index.ts';

const bench = new Bench(endpointSlice(dependencies), {
  metadata: metadata('web-1'),
  addressType: 'IPv4',
  endpoints: [{ addresses: ['10.0.0.1'] }],
  ports: [{ port: 80 }],
});

const endpoint = (more: Written): Written => ({ endpoints: [{ addresses: ['10.0.0.1'], ...more }] });
const addresses = (addressType: string, ...list: string[]): Written => ({
  addressType,
  endpoints: [{ addresses: list }],
});
const first = 'endpoints[0]';

test.each([
  ['1.23', 100, true],
  ['1.23', 101, false],
  ['1.24', 20_000, true],
  ['1.24', 20_001, false],
])('%s: %i ports are valid: %s', (release, count, isValid) => {
  const rules = endpointSlice({ ...dependencies, gates: new FeatureGates(release) });
  const ports = Array.from({ length: count }, (_, index) => ({
    name: `p${index}`,
    port: 80,
    protocol: 'TCP',
  }));
  expect(rules.validateCreate!(bench.decode({ ports })).length === 0).toBe(isValid);
});

test.each<[release: string, type: string, address: string, problem: string[]]>([
  ['1.32', 'IPv6', '10.0.0.1', [`${first}.addresses[0]: must be a valid IPv6 address`]],
  ['1.32', 'IPv6', 'FD00::1', []],
  ['1.33', 'IPv6', '10.0.0.1', [`${first}.addresses: must be an IPv6 address`]],
  ['1.33', 'IPv6', 'FD00::1', [`${first}.addresses[0]: must be in canonical form ("fd00::1")`]],
  ['1.33', 'IPv4', 'fd00::1', [`${first}.addresses: must be an IPv4 address`]],
])('%s: among addresses of type %s %s is %j', (release, type, address, problems) => {
  const rules = endpointSlice({ ...dependencies, gates: new FeatureGates(release) });
  const found = rules.validateCreate!(bench.decode(addresses(type, address)));
  expect(found.map(fieldErrorText)).toEqual(
    problems.map((text) => text.replace(': ', `: Invalid value: "${address}": `)),
  );
});

test.each([
  ['1.32', []],
  ['1.33', null],
])('%s: an empty list is %j', (release, kept) => {
  const rules = endpointSlice({ ...dependencies, gates: new FeatureGates(release) });
  const slice = bench.decode({ ports: [], endpoints: [] });
  rules.prepareForCreate!(slice);
  expect([slice.ports, slice.endpoints]).toEqual([kept, kept]);
});

describe('an EndpointSlice', () => {
  test.each<[string, Written, string[]]>([
    ['valid', {}, []],
    ['no addressType', { addressType: undefined }, ['addressType: Required value']],
    [
      'an unknown addressType',
      { addressType: 'MAC' },
      ['addressType: Unsupported value: "MAC": supported values: "FQDN", "IPv4", "IPv6"'],
    ],
    [
      'an endpoint without addresses',
      endpoint({ addresses: [] }),
      [`${first}.addresses: Required value: must contain at least 1 address`],
    ],
    [
      'too many addresses',
      endpoint({ addresses: Array.from({ length: 101 }, () => '10.0.0.1') }),
      [`${first}.addresses: Too many: 101: must have at most 100 items`],
    ],
    [
      'addresses that are no IPv4',
      addresses('IPv4', '2001:db8::1', '127.0.0.1'),
      [
        `${first}.addresses[0]: Invalid value: "2001:db8::1": must be a valid IPv4 address`,
        `${first}.addresses[1]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)`,
      ],
    ],
    [
      'addresses that are no IPv6',
      addresses('IPv6', '10.0.0.1', '2001:db8::1'),
      [`${first}.addresses[0]: Invalid value: "10.0.0.1": must be a valid IPv6 address`],
    ],
    [
      'invalid domain names',
      addresses('FQDN', 'a.example.', 'localhost', 'A.b', '', `a.${'b'.repeat(64)}.${'c'.repeat(64)}`),
      [
        `${first}.addresses[1]: Invalid value: "localhost": should be a domain with at least two segments separated by dots`,
        expect.stringMatching(/^endpoints\[0\]\.addresses\[2\]: Invalid value: "A\.b": a lowercase/) as never,
        `${first}.addresses[3]: Required value`,
        `${first}.addresses[4]: Invalid value: "${'b'.repeat(64)}": must be no more than 63 characters`,
      ],
    ],
    [
      'an invalid nodeName, hostname and topology label',
      endpoint({ nodeName: 'N', hostname: 'H', deprecatedTopology: { 'a b': 'c' } }),
      [
        expect.stringMatching(/^endpoints\[0\]\.nodeName: Invalid value: "N"/) as never,
        expect.stringMatching(/^endpoints\[0\]\.deprecatedTopology: Invalid value: "a b"/) as never,
        expect.stringMatching(/^endpoints\[0\]\.hostname: Invalid value: "H"/) as never,
      ],
    ],
    [
      'too many topology labels',
      endpoint({
        deprecatedTopology: Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`k${i}`, 'v'])),
      }),
      [`${first}.deprecatedTopology: Too many: 17: must have at most 16 items`],
    ],
    [
      'repeated and invalid zones in hints',
      endpoint({ hints: { forZones: [{ name: 'a' }, { name: 'a' }, { name: 'b c' }] } }),
      [
        `${first}.hints.forZones[1].name: Duplicate value: "a"`,
        expect.stringMatching(/forZones\[2\]\.name: Invalid value: "b c": a valid label/) as never,
      ],
    ],
    [
      'too many zones in hints',
      endpoint({ hints: { forZones: Array.from({ length: 9 }, () => ({ name: 'a' })) } }),
      [`${first}.hints.forZones: Too many: 9: must have at most 8 items`],
    ],
    [
      'an empty protocol',
      { ports: [{ protocol: '' }] },
      ['ports[0].protocol: Unsupported value: "": supported values: "SCTP", "TCP", "UDP"'],
    ],
    [
      'invalid ports',
      { ports: [{}, {}, { name: 'A', protocol: 'ICMP', appProtocol: 'a b' }] },
      [
        'ports[1].name: Duplicate value: ""',
        expect.stringMatching(/^ports\[2\]\.name: Invalid value: "A"/) as never,
        'ports[2].protocol: Unsupported value: "ICMP": supported values: "SCTP", "TCP", "UDP"',
        expect.stringMatching(/^ports\[2\]\.appProtocol: Invalid value: "a b"/) as never,
      ],
    ],
    [
      'too many endpoints and ports',
      {
        endpoints: Array.from({ length: 1001 }, () => ({ addresses: [] })),
        ports: Array.from({ length: 101 }, () => ({})),
      },
      [
        'endpoints: Too many: 1001: must have at most 1000 items',
        'ports: Too many: 101: must have at most 100 items',
      ],
    ],
  ])('is validated: %s', (_, change, errors) => {
    expect(bench.create(change).errors).toEqual(errors);
  });

  test('has an immutable addressType', () => {
    expect(bench.update(addresses('FQDN', 'a.example')).errors).toEqual([
      'addressType: Invalid value: "FQDN": field is immutable',
    ]);
  });
});

test('ports of an EndpointSlice default to an empty name and TCP', () => {
  expect(bench.decode().ports).toEqual([{ name: '', protocol: 'TCP', port: 80 }]);
});

describe('deprecatedTopology of an EndpointSlice', () => {
  const { prepareForCreate, prepareForUpdate } = bench.rules;
  const [newer, older] = ['discovery.orch.io/v1', 'discovery.orch.io/v1beta1'];
  const placed = (rack: string, more: Written = {}) =>
    bench.decode({ ...endpoint({ deprecatedTopology: { rack } }), ...more });
  const racks = ({ endpoints }: ReturnType<typeof placed>) =>
    endpoints?.map(({ deprecatedTopology }) => deprecatedTopology?.['rack']);

  test.each([
    ['is dropped from a v1 request', newer, [undefined]],
    ['is taken from a v1beta1 request', older, ['7']],
    ['is taken from a write of the server', undefined, ['7']],
  ])('%s on create', (_, apiVersion, expected) => {
    const slice = placed('7');
    prepareForCreate?.(slice, apiVersion);
    expect(racks(slice)).toEqual(expected);
  });

  test.each([
    ['stays when a v1 request changes other fields', newer, placed('7', { ports: null }), ['7']],
    ['is dropped when a v1 request changes endpoints', newer, placed('8'), [undefined]],
    ['is replaced by a v1beta1 request', older, placed('8'), ['8']],
  ])('%s on update', (_, apiVersion, slice, expected) => {
    prepareForUpdate?.(slice, placed('7'), apiVersion);
    expect(racks(slice)).toEqual(expected);
  });

  test('is not dropped from the old slice, whose endpoints the new one may share', () => {
    const old = freezeInTests(placed('7'));
    const slice = { ...old, endpoints: [...old.endpoints!, { addresses: ['10.0.0.2'] }] } as typeof old;
    prepareForUpdate?.(slice, old, newer);
    expect(racks(slice)).toEqual([undefined, undefined]);
    expect(racks(old)).toEqual(['7']);
  });
});

test('the generation of an EndpointSlice counts all fields but metadata', () => {
  const text = (change: Written) => JSON.stringify(bench.rules.specOf?.(bench.decode(change)));
  expect(text(endpoint({ zone: 'a' }))).not.toBe(text({}));
  expect(text({ metadata: { labels: { a: 'b' } } })).toBe(text({}));
});

test.each<[Written, string, string]>([
  [{}, '80', '10.0.0.1'],
  [{ endpoints: [], ports: null }, '<unset>', '<unset>'],
  [
    {
      ports: [{ name: 'a' }, {}, { port: 1 }, {}],
      endpoints: [{ addresses: ['a', 'b'] }, { addresses: ['c', 'd', 'e'] }],
    },
    'a,,1 + 1 more...',
    'a,b,c + 2 more...',
  ],
])('the table of EndpointSlices shows ports and endpoints, at most three: %#', (change, ports, endpoints) => {
  expect(bench.row(change)).toEqual({
    Name: 'web-1',
    AddressType: 'IPv4',
    Ports: ports,
    Endpoints: endpoints,
    Age: '5m10s',
  });
});
