import { expect, test } from 'vitest';
import { describeConversions, plain } from '../../../../test/support/unit/conversion-properties.ts';
import { dependencies, VersionBench } from '../../../../test/support/unit/conversions.ts';
import { podDisruptionBudget } from './index.ts';

const bench = new VersionBench(podDisruptionBudget(dependencies));

describeConversions(bench);

const key = 'pdb.orch.io/deprecated-v1beta1-empty-selector-match';
const [exists, doesNotExist] = ['Exists', 'DoesNotExist'].map((operator) => ({
  matchExpressions: [{ key, operator }],
}));
const web = { matchLabels: { app: 'web' } };

test.each([
  ['no pod', {}, exists],
  ['every pod', doesNotExist, {}],
  ['no pod, as it is absent', undefined, undefined],
  ['some pods', web, web],
])('a v1beta1 selector of %s converts to v1 and back', (_, older, newer) => {
  const stored = plain(
    bench.toStored('policy/v1beta1', { metadata: { name: 'a' }, spec: { selector: older } }),
  );
  expect(stored.spec.selector).toEqual(newer);
  expect(bench.fromStored('policy/v1beta1', stored)).toMatchObject({
    metadata: { name: 'a' },
    spec: older === undefined ? {} : { selector: older },
  });
});

test('conversion drops the empty-selector label beside other requirements', () => {
  const selector = { ...web, matchExpressions: [{ key, operator: 'Exists' }] };
  expect(plain(bench.toStored('policy/v1beta1', { metadata: {}, spec: { selector } })).spec.selector).toEqual(
    web,
  );
});
