import { expect, test } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { rulesCount } from './extension.ts';

const gate = 'CustomResourceValidationExpressions';

test.each<[string, string[], boolean]>([
  ['1.24', [], false],
  ['1.24', [`${gate}=true`], false],
  ['1.25', [], true],
  ['1.25', [`${gate}=false`], false],
  ['1.30', [], true],
  ['1.31', [], true],
  ['1.36', [], true],
])('rules in expressions at %s, with gates %j, are followed: %s', (release, gates, expected) => {
  expect(rulesCount(new FeatureGates(release, gates))).toBe(expected);
});
