import { expect, it } from 'vitest';
import { Bench, dependencies, metadata, type Written } from '../../../test/support/unit/kinds.ts';
import { countedStops } from '../../../test/support/unit/validation.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { KindDependencies, KindRules } from '../../registry/kind-rules.ts';
import { deviceClass } from './device-class/index.ts';
import { resourceClaim } from './resource-claim/index.ts';
import { resourceClaimTemplate } from './resource-claim-template/index.ts';

const release = '1.36';
const newest: KindDependencies = { ...dependencies, gates: new FeatureGates(release) };
const selectors = Array.from({ length: 32 }, (_, at) => ({
  cel: { expression: `device.driver != "d${at}"` },
}));
const claim = {
  devices: {
    requests: Array.from({ length: 32 }, (_, at) => ({
      name: `r${at}`,
      exactly: { deviceClassName: 'gpu', selectors },
    })),
  },
};

/** Objects with many selectors: others have their turn between any two of them. */
it.each<[string, KindRules<any>, number, Written]>([
  ['a class', deviceClass(newest), 32, { selectors }],
  ['a claim', resourceClaim(newest), 1_024, claim],
  ['a template of claims', resourceClaimTemplate(newest), 1_024, { spec: claim }],
])('the selectors of %s are compiled with stops between them', (_, rules, count, spec) => {
  const object = new Bench(rules, { metadata: metadata('a'), spec }, release).decode();
  expect(rules.validateCreate?.(object) ?? []).toEqual([]);
  const { result, stops } = countedStops(rules.validateInSteps!.create(object));
  expect(result).toEqual([]);
  expect(stops).toBeGreaterThanOrEqual(count);
});
