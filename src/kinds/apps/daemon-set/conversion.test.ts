import { expect, test } from 'vitest';
import { describeConversions } from '../../../../test/support/unit/conversion-properties.ts';
import { dependencies, VersionBench } from '../../../../test/support/unit/conversions.ts';
import { daemonSet } from './index.ts';

const bench = new VersionBench(daemonSet(dependencies));

/** Selectors that are absent are taken from the template in some versions only. */
describeConversions(bench, { fix: ({ spec }) => (spec.selector ??= { matchLabels: { app: 'web' } }) });

const written = (spec: object = {}) => ({
  metadata: { name: 'web' },
  spec: { template: { metadata: { labels: { app: 'web' } } }, ...spec },
});

test('pods are left alone by default in extensions', () => {
  const { metadata, spec } = bench.toStored('extensions/v1beta1', written());
  expect(spec).toMatchObject({
    updateStrategy: { type: 'OnDelete' },
    revisionHistoryLimit: 10,
    selector: { matchLabels: { app: 'web' } },
  });
  expect(metadata.labels).toEqual({ app: 'web' });
  expect(bench.toStored('apps/v1beta2', written()).spec).toMatchObject({
    updateStrategy: { type: 'RollingUpdate' },
    selector: null,
  });
});

test('the count of templates is a field in extensions', () => {
  const stored = bench.toStored('extensions/v1beta1', written({ templateGeneration: 3 }));
  expect(stored.metadata.annotations).toEqual({ 'deprecated.daemonset.template.generation': '3' });
  const served = bench.fromStored('extensions/v1beta1', stored);
  expect(served.spec.templateGeneration).toBe(3);
  expect(served.metadata.annotations).toBeUndefined();
});
