import { expect, test } from 'vitest';
import { Bench, dependencies } from '../../../../test/support/unit/kinds.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { pod } from '../../core/pod/index.ts';
import { goJson } from './go-json.ts';

const bench = new Bench(pod({ ...dependencies, gates: new FeatureGates('1.36') }), {}, '1.36');

test('what was sent empty is shown empty, what was not sent as null', () => {
  const containers = [{ name: 'main', command: [], resources: { limits: {} } }];
  const { spec } = bench.shape({ spec: { containers } });
  expect(goJson('PodSpec', { ...spec })).toMatchObject({
    Containers: [{ Command: [], Args: null, Resources: { Limits: {}, Requests: null } }],
  });
  expect(spec.containers).toMatchObject([{ name: 'main' }]);
  expect(JSON.stringify(spec)).not.toContain('command');
});

test('the metadata of a claim template stands beside its spec', () => {
  const template = { metadata: { labels: { a: 'b' } }, spec: { accessModes: ['ReadWriteOnce'] } };
  expect(goJson('PersistentVolumeClaimTemplate', template)).toMatchObject({
    labels: { a: 'b' },
    Spec: { AccessModes: ['ReadWriteOnce'], Selector: null },
  });
});
