import { expect, test } from 'vitest';
import { describeConversions } from '../../../../test/support/unit/conversion-properties.ts';
import { dependencies, VersionBench } from '../../../../test/support/unit/conversions.ts';
import { statefulSet } from './index.ts';

const bench = new VersionBench(statefulSet(dependencies));

/** Selectors that are absent are taken from the template in some versions only. */
describeConversions(bench, { fix: ({ spec }) => (spec.selector ??= { matchLabels: { app: 'web' } }) });

test.each([
  ['apps/v1beta1', { type: 'OnDelete' }, { matchLabels: { app: 'web' } }],
  ['apps/v1beta2', { type: 'RollingUpdate', rollingUpdate: { partition: 0 } }, null],
])('defaults of %s', (apiVersion, updateStrategy, selector) => {
  const written = { metadata: { name: 'web' }, spec: { template: { metadata: { labels: { app: 'web' } } } } };
  const { spec } = bench.toStored(apiVersion, written);
  expect(spec).toMatchObject({
    podManagementPolicy: 'OrderedReady',
    replicas: 1,
    revisionHistoryLimit: 10,
    selector,
  });
  expect(spec.updateStrategy).toEqual(updateStrategy);
});
