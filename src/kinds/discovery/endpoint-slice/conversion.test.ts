import { expect, test } from 'vitest';
import { describeConversions } from '../../../../test/support/unit/conversion-properties.ts';
import { dependencies, VersionBench } from '../../../../test/support/unit/conversions.ts';
import { endpointSlice } from './index.ts';

const bench = new VersionBench(endpointSlice(dependencies));
const older = 'discovery.orch.io/v1beta1';

describeConversions(bench);

const [zone, hostname] = ['topology.orch.io/zone', 'orch.io/hostname'];
const base = { addresses: ['10.0.0.1'] };

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
  const slice = bench.toStored(older, {
    metadata: { name: 'a' },
    addressType: 'IPv4',
    endpoints: [{ ...base, ...written }],
  });
  expect(slice.endpoints).toEqual([{ ...base, conditions: {}, ...stored }]);
  const back = bench.fromStored(older, slice);
  expect(back.endpoints).toEqual([{ ...base, conditions: {}, ...served }]);
  expect(back.metadata.annotations).toBeUndefined();
});
