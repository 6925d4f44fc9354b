import { expect, it } from 'vitest';
import { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import type { CoreV1Service, CoreV1ServicePort } from '../../../../api/schema/types.gen.ts';
import type { RangeClaims } from '../../../../registry/ranges/range-claims.ts';
import { NodePortAllocation } from './node-ports.ts';

const range = { ports: { first: 30_000, last: 40_000 }, shared: {} } as never;
const dryRun = { isDryRun: true, claim: async () => true } as unknown as RangeClaims;

/** The node ports that a dry run gives to a Service with these ports. */
async function given(ports: object[], release = '1.23'): Promise<(number | undefined)[]> {
  const service = { metadata: { name: 's' }, spec: { type: 'NodePort', ports } } as CoreV1Service;
  await new NodePortAllocation(range, new FeatureGates(release)).allocate(service, undefined, dryRun);
  return service.spec.ports!.map(({ nodePort }: CoreV1ServicePort) => nodePort);
}

it.each<[string, object[], number[]]>([
  ['ports one after the other', [{ port: 1 }, { port: 2 }], [32_769, 32_770]],
  ['ports beyond those that are asked for', [{ port: 1 }, { port: 2, nodePort: 32_800 }], [32_801, 32_800]],
  ['one port for two of the same number', [{ port: 1 }, { port: 2 }, { port: 1 }], [32_769, 32_770, 32_769]],
  [
    'the port that another of the same number asks for',
    [{ port: 1 }, { port: 1, nodePort: 30_001 }],
    [30_001, 30_001],
  ],
  [
    'the first port that others of the same number ask for',
    [{ port: 1 }, { port: 1, nodePort: 30_001 }, { port: 1, nodePort: 30_002 }],
    [30_001, 30_001, 30_002],
  ],
])('a dry run gives %s', async (_, ports, expected) => {
  expect(await given(ports)).toEqual(expected);
});

it('a dry run of 1.24 gives ports beyond those that are asked for, in the range or not', async () => {
  expect(await given([{ port: 1, nodePort: 30_001 }, { port: 2 }], '1.24')).toEqual([30_001, 30_002]);
  expect(await given([{ port: 1 }, { port: 2, nodePort: 30_001 }], '1.24')).toEqual([32_769, 30_001]);
});

it('an update that has a port twice is refused as a whole since 1.24', async () => {
  const ports = [
    { port: 1, protocol: 'TCP', nodePort: 30_001 },
    { port: 2, protocol: 'UDP', nodePort: 30_001 },
    { port: 3, protocol: 'TCP', nodePort: 30_001 },
  ];
  const service = { metadata: { name: 's' }, spec: { type: 'NodePort', ports } } as CoreV1Service;
  const allocation = new NodePortAllocation(range, new FeatureGates('1.24'));
  const change = allocation.allocate(service, { ...service, spec: { ports: [] } }, dryRun);
  await expect(change).rejects.toMatchObject({ code: 500, message: 'duplicate nodePort: {TCP 30001}' });
});

it('a dry run of a Service with 50,000 ports looks at none of them for each of the others', async () => {
  const ports = Array.from({ length: 50_000 }, (_, index) => ({ port: index + 1 }));
  const begun = process.threadCpuUsage();
  expect(new Set(await given(ports)).size).toBe(50_000);
  const { user, system } = process.threadCpuUsage(begun);
  expect(user + system).toBeLessThan(2_000_000);
});
