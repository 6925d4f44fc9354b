import { expect, it } from 'vitest';
import { FeatureGates } from '../gates/feature-gates.ts';
import { valueStyleOf } from './value-style.ts';

const gate = 'CRDValidationRatcheting';

it.each<[string, string[], boolean]>([
  ['1.27', [], false],
  ['1.28', [], false],
  ['1.28', [`${gate}=true`], true],
  ['1.29', [], false],
  ['1.30', [], true],
  ['1.30', [`${gate}=false`], false],
  ['1.33', [], true],
  ['1.36', [], true],
])('%s, with gates %j: faults that stay are no errors: %s', (release, settings, expected) => {
  expect(valueStyleOf(new FeatureGates(release, settings)).ratchets).toBe(expected);
});
