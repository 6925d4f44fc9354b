import { expect, test } from 'vitest';
import { Bench, dependencies, metadata } from '../../../../test/support/unit/kinds.ts';
import { serviceAccount } from './index.ts';

const bench = new Bench(serviceAccount(dependencies), { metadata: metadata('web') });

test('secrets are named and nothing else', () => {
  const secrets = [{ name: 'a', kind: 'Secret', namespace: 'other' }];
  expect(bench.create({ secrets }).object.secrets).toEqual([{ name: 'a' }]);
  expect(bench.update({ secrets }).object.secrets).toEqual([{ name: 'a' }]);
  expect(bench.create().object).not.toHaveProperty('secrets');
});

test('shows how many Secrets it names', () => {
  expect(bench.row({ secrets: [{ name: 'a' }] })).toEqual({ Name: 'web', Secrets: 1, Age: '5m10s' });
});
