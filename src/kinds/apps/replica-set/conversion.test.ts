import { expect, test } from 'vitest';
import { describeConversions } from '../../../../test/support/unit/conversion-properties.ts';
import { dependencies, VersionBench } from '../../../../test/support/unit/conversions.ts';
import { replicaSet } from './index.ts';

const bench = new VersionBench(replicaSet(dependencies));

/** Selectors that are absent are taken from the template in some versions only. */
describeConversions(bench, { fix: ({ spec }) => (spec.selector ??= { matchLabels: { app: 'web' } }) });

test.each([
  ['extensions/v1beta1', { matchLabels: { app: 'web' } }],
  ['apps/v1beta2', null],
])('the selector by default in %s', (apiVersion, selector) => {
  const written = { metadata: { name: 'web' }, spec: { template: { metadata: { labels: { app: 'web' } } } } };
  expect(bench.toStored(apiVersion, written).spec).toMatchObject({ replicas: 1, selector });
});
