import { expect, test } from 'vitest';
import { describeConversions } from '../../../../test/support/unit/conversion-properties.ts';
import { dependencies, VersionBench } from '../../../../test/support/unit/conversions.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { endpointSlice } from './index.ts';

const bench = new VersionBench(endpointSlice(dependencies));
const older = 'discovery.orch.io/v1beta1';

describeConversions(bench);

const [zone, hostname] = ['topology.orch.io/zone', 'orch.io/hostname'];
const base = { addresses: ['10.0.0.1'] };
const sliceOf = (endpoint: object) => ({
  metadata: { name: 'a' },
  addressType: 'IPv4',
  endpoints: [{ ...base, ...endpoint }],
});

test.each<[string, object, object, object]>([
  ['no labels', {}, {}, {}],
  [
    'node, zone and another label',
    { topology: { [zone]: 'a', [hostname]: 'n1', rack: '7' } },
    { nodeName: 'n1', zone: 'a', deprecatedTopology: { rack: '7' } },
    { nodeName: 'n1', topology: { [zone]: 'a', [hostname]: 'n1', rack: '7' } },
  ],
  [
    'the hostname label equal to nodeName',
    { nodeName: 'n1', topology: { [hostname]: 'n1' } },
    { nodeName: 'n1' },
    { nodeName: 'n1', topology: { [hostname]: 'n1' } },
  ],
  [
    'the hostname label different from nodeName',
    { nodeName: 'n1', topology: { [hostname]: 'n2' } },
    { nodeName: 'n1', deprecatedTopology: { [hostname]: 'n2' } },
    { nodeName: 'n1', topology: { [hostname]: 'n2' } },
  ],
])('v1beta1 topology converts to v1 fields and back: %s', (_, written, stored, served) => {
  const slice = bench.toStored(older, sliceOf(written));
  expect(slice.endpoints).toEqual([{ ...base, conditions: {}, ...stored }]);
  const back = bench.fromStored(older, slice);
  expect(back.endpoints).toEqual([{ ...base, conditions: {}, ...served }]);
  expect(back.metadata.annotations).toBeUndefined();
});

test.each<[release: string, gates: string[], old: object | undefined, kept: object]>([
  ['1.20', [], undefined, { topology: { [zone]: 'a', [hostname]: 'n2' } }],
  ['1.20', [], { nodeName: 'n3' }, { nodeName: 'n1', topology: { [zone]: 'a', [hostname]: 'n2' } }],
  [
    '1.20',
    ['EndpointSliceNodeName=true'],
    undefined,
    { nodeName: 'n1', topology: { [zone]: 'a', [hostname]: 'n2' } },
  ],
  ['1.21', [], undefined, { nodeName: 'n1', topology: { [zone]: 'a', [hostname]: 'n2' } }],
])('%s, gates %j, stored %j: v1beta1 keeps of node and labels %j', (release, settings, old, kept) => {
  const gates = new FeatureGates(release, settings);
  const ofRelease = new VersionBench(endpointSlice({ ...dependencies, gates }), gates);
  const written = { nodeName: 'n1', topology: { [zone]: 'a', [hostname]: 'n2' } };
  expect(ofRelease.write(older, sliceOf(written), old && sliceOf(old)).endpoints).toEqual([
    { ...base, conditions: {}, ...kept },
  ]);
});

test.each<[release: string, gates: string[], conditions: object]>([
  ['1.20', [], { ready: true }],
  ['1.20', ['EndpointSliceTerminatingCondition=true'], { ready: true, serving: true, terminating: false }],
  ['1.21', [], { ready: true }],
  ['1.22', [], { ready: true, serving: true, terminating: false }],
])('%s, gates %j: of the conditions %j are kept', (release, settings, kept) => {
  const gates = new FeatureGates(release, settings);
  const ofRelease = new VersionBench(endpointSlice({ ...dependencies, gates }), gates);
  const written = sliceOf({ conditions: { ready: true, serving: true, terminating: false } });
  expect(ofRelease.write(older, written).endpoints[0].conditions).toEqual(kept);
});

test('1.20: the label of the node is not that of a field, and stays', () => {
  const gates = new FeatureGates('1.20');
  const ofRelease = new VersionBench(endpointSlice({ ...dependencies, gates }), gates);
  const topology = { [hostname]: 'n1', rack: '7' };
  expect(ofRelease.write(older, sliceOf({ topology })).endpoints).toEqual([
    { ...base, conditions: {}, topology },
  ]);
});
