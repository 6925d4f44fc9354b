import { expect, it } from 'vitest';
import { ControllerBench } from '../../../test/support/unit/controller-bench.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { serviceCidrController } from './index.ts';

const now = Date.parse('2030-01-01T00:01:00Z');
const gates = new FeatureGates('1.36');
const finalizer = 'networking.k8s.io/service-cidr-finalizer';
const range = (metadata: object, ready?: string): object => ({
  metadata: { name: 'more', ...metadata },
  spec: { cidrs: ['10.1.0.0/24'] },
  status: ready === undefined ? {} : { conditions: [{ type: 'Ready', status: ready }] },
});
const deleted = (secondsAgo: number): object => ({
  finalizers: ['other', finalizer],
  deletionTimestamp: new Date(now - secondsAgo * 1_000).toISOString(),
});
/** The finalizers, and the condition. */
const update = 'PUT';
const status = 'PATCH';

it.each<[string, object, string[], string[]]>([
  ['a new range gets its finalizer', range({}), [], [update]],
  ['one that has it becomes ready', range({ finalizers: [finalizer] }), [], [status]],
  ['one that has both is left alone', range({ finalizers: [finalizer] }, 'True'), [], []],
  ['one that was not ready becomes so', range({ finalizers: [finalizer] }, 'False'), [], [status]],
  ['one that goes loses its finalizer', range(deleted(11), 'True'), [], [update]],
  ['not before every server knows', range(deleted(9), 'True'), [], []],
  ['one with addresses stays, and is not ready', range(deleted(11), 'True'), ['10.1.0.9'], [status]],
  ['and is told so once', range(deleted(11), 'False'), ['10.1.0.9'], []],
  ['addresses elsewhere do not count', range(deleted(11), 'False'), ['10.0.0.9'], [update]],
  ['one without the finalizer is none of its own', range({ ...deleted(11), finalizers: ['other'] }), [], []],
])('%s', async (_, object, addresses, calls) => {
  const bench = await ControllerBench.of(serviceCidrController, { dialect: dialects[1]!, now, gates });
  const stored = bench.caches.lister({ resource: 'ipaddresses' });
  for (const address of addresses) stored.put({ metadata: { name: address } });
  bench.caches.lister({ resource: 'servicecidrs' }).put(object);
  bench.start();
  await bench.settle();
  expect(bench.api.calls.map((call) => call.split(' ')[0])).toEqual(calls);
});
