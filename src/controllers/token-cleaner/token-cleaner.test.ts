import { expect, it } from 'vitest';
import { ControllerBench } from '../../../test/support/unit/controller-bench.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { tokenCleaner } from './index.ts';

const now = Date.parse('2030-01-01T00:00:00Z');
const secret = (expiration: string | undefined, change: object = {}, namespace = 'kube-system'): object => ({
  type: 'bootstrap.kubernetes.io/token',
  ...change,
  metadata: { name: 'bootstrap-token-abc123', namespace, uid: 's1' },
  data: expiration === undefined ? {} : { expiration: Buffer.from(expiration).toString('base64') },
});
const deletion = 'DELETE secrets kube-system/bootstrap-token-abc123';

it.each<[string, object, string[]]>([
  ['without an end', secret(undefined), []],
  ['with an empty end', secret(''), []],
  ['that has expired', secret('2029-12-31T23:59:59Z'), [deletion]],
  ['that expires now', secret('2030-01-01T00:00:00Z'), [deletion]],
  ['that expires later', secret('2030-01-01T00:00:01Z'), []],
  ['whose end cannot be read', secret('soon'), [deletion]],
  ['of another type', secret('2029-12-31T23:59:59Z', { type: 'Opaque' }), []],
  ['elsewhere', secret('2029-12-31T23:59:59Z', {}, 'default'), []],
])('a Secret %s', async (_, object, calls) => {
  const bench = await ControllerBench.of(tokenCleaner, { dialect: dialects[1]!, now });
  bench.caches.lister({ resource: 'secrets' }).put(object);
  bench.start();
  await bench.settle();
  expect(bench.api.calls).toEqual(calls);
  // It was not stored: that is no reason for a warning.
  expect(bench.warnings).toEqual([]);
});
