import { expect, it } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { discoveryRules } from './handler.ts';

it.each<[string, string[], string[]]>([
  ['1.23', [], ['v2', 'v2beta1']],
  ['1.25', [], []],
  ['1.26', [], []],
  ['1.26', ['AggregatedDiscoveryEndpoint=true'], ['v2beta1']],
  ['1.27', [], ['v2beta1']],
  ['1.30', [], ['v2', 'v2beta1']],
  ['1.33', [], ['v2']],
  ['1.33', ['AggregatedDiscoveryRemoveBetaType=false'], ['v2', 'v2beta1']],
  ['1.36', [], ['v2']],
])('documents of everything in %s with %j: %j', (release, settings, versions) => {
  expect(discoveryRules(new FeatureGates(release, settings)).aggregatedVersions).toEqual(versions);
});

it.each([
  ['1.32', true],
  ['1.33', false],
])('%s: a time that is not there is null: %s', (release, isWritten) => {
  expect(discoveryRules(new FeatureGates(release)).writesNoTime).toBe(isWritten);
});
