import { expect, test } from 'vitest';
import { FeatureGates } from '../api/gates/feature-gates.ts';
import { dialects } from '../api/meta/dialect.ts';
import { recordTrackingStart, tracksLegacyTokens } from './legacy-token-tracking.ts';

const kubernetes = dialects.find(({ name }) => name === 'kubernetes')!;
const now = Date.parse('2030-01-31T23:59:59Z');

test.each([
  ['nothing', undefined, { since: '2030-01-31' }],
  ['no data', {}, { since: '2030-01-31' }],
  ['a date', { since: '2029-12-01' }, undefined],
  ['another key', { more: 'x', since: '' }, { more: 'x', since: '2030-01-31' }],
  ['no date', { since: 'yesterday' }, { since: '2030-01-31' }],
  ['a day that is none', { since: '2029-02-31' }, { since: '2030-01-31' }],
])('with %s there, the first day of tracking is written', async (_, data, expected) => {
  let written: unknown;
  const objects = {
    get: () => data && ({ data } as never),
    keep: async (type: string, namespace: string, content: object) => {
      written = { type, namespace, ...content };
    },
  };
  await recordTrackingStart(objects, kubernetes, now);
  expect(written).toEqual(
    expected && {
      type: 'configmaps.',
      namespace: 'kube-system',
      metadata: { name: 'kube-apiserver-legacy-service-account-token-tracking' },
      data: expected,
    },
  );
});

test.each([
  ['1.25', '', false],
  ['1.26', '', false],
  ['1.26', 'LegacyServiceAccountTokenTracking=true', true],
  ['1.27', '', true],
  ['1.36', '', true],
])('%s with %j tracks them: %s', (release, gates, expected) => {
  expect(tracksLegacyTokens(new FeatureGates(release, [gates]))).toBe(expected);
});
