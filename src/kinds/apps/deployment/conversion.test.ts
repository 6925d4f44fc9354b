import { expect, test } from 'vitest';
import { describeConversions } from '../../../../test/support/unit/conversion-properties.ts';
import { dependencies, VersionBench } from '../../../../test/support/unit/conversions.ts';
import { deployment } from './index.ts';

const bench = new VersionBench(deployment(dependencies));

/** Selectors that are absent are taken from the template in some versions only. */
describeConversions(bench, { fix: ({ spec }) => (spec.selector ??= { matchLabels: { app: 'web' } }) });

const written = (spec: object = {}) => ({
  metadata: { name: 'web' },
  spec: { template: { metadata: { labels: { app: 'web' } } }, ...spec },
});
const defaultsOf = (apiVersion: string) => bench.toStored(apiVersion, written());

test.each<[string, object]>([
  [
    'extensions/v1beta1',
    {
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } },
      revisionHistoryLimit: 2147483647,
      progressDeadlineSeconds: 2147483647,
      selector: { matchLabels: { app: 'web' } },
    },
  ],
  [
    'apps/v1beta1',
    {
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 2,
      progressDeadlineSeconds: 600,
      selector: { matchLabels: { app: 'web' } },
    },
  ],
  [
    'apps/v1beta2',
    {
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      selector: null,
    },
  ],
])('defaults of %s', (apiVersion, spec) => {
  expect(defaultsOf(apiVersion).spec).toMatchObject({ replicas: 1, ...spec });
});

test('labels come from the template in the first versions', () => {
  expect(defaultsOf('extensions/v1beta1').metadata.labels).toEqual({ app: 'web' });
  expect(defaultsOf('apps/v1beta1').metadata.labels).toEqual({ app: 'web' });
  expect(defaultsOf('apps/v1beta2').metadata.labels).toBeUndefined();
});

test.each(['apps/v1beta1', 'extensions/v1beta1'])(
  'the revision to go back to is a field in %s',
  (apiVersion) => {
    const stored = bench.toStored(apiVersion, written({ rollbackTo: { revision: 7 } }));
    expect(stored.metadata.annotations).toEqual({ 'deprecated.deployment.rollback.to': '7' });
    const served = bench.fromStored(apiVersion, stored);
    expect(served.spec.rollbackTo).toEqual({ revision: 7 });
    expect(served.metadata.annotations).toBeUndefined();
    delete served.spec.rollbackTo;
    expect(bench.toStored(apiVersion, served).metadata.annotations).toBeUndefined();
  },
);
