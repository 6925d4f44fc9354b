import { expect, it } from 'vitest';
import { FeatureGates } from '../gates/feature-gates.ts';
import { dialects } from '../meta/dialect.ts';
import { type KindOption, kindDefinition } from './kind-definition.ts';

/** The kind Runner that an option declares, as it is in a release. */
function runner(option: Partial<KindOption>, release: string | undefined) {
  const declared: KindOption = { plural: 'runners', scope: 'CLUSTER', ...option };
  const schema = {
    type: 'struct',
    name: 'a.v1.Runner',
    description: '',
    fields: [],
    byName: new Map(),
  } as const;
  const groupVersion = { group: 'a', version: 'v1', groupPriority: 0, versionPriority: 0 };
  const gates = release === undefined ? undefined : new FeatureGates(release);
  return kindDefinition({ dialect: dialects[0]!, release, gates }, 'Runner', declared, groupVersion, schema);
}

it.each([
  ['1.28', '1.29', '1.32', 'First'],
  ['1.30', '1.34', '1.37', 'Second'],
  ['1.32', '1.34', '1.37', undefined],
  [undefined, '1.34', '1.37', undefined],
])('what was said of a kind in %s: deprecated in %s, removed in %s', (release, deprecated, removed, gate) => {
  const earlier = [
    { until: '1.32', gate: 'Second' },
    { until: '1.30', deprecated: '1.29', removed: '1.32', gate: 'First' },
  ];
  const kind = runner({ deprecated: '1.34', removed: '1.37', earlier }, release);
  expect([kind.lifecycle.deprecated, kind.lifecycle.removed, kind.gate]).toEqual([deprecated, removed, gate]);
});

it.each([
  ['1.30', ['status']],
  ['1.31', ['status', 'scale']],
])('the sub-resources in %s are %j', (release, subresources) => {
  const option = { subresources: ['status'], later_subresources: { name: 'scale', since: '1.31' } };
  expect(runner(option, release).subresources).toEqual(subresources);
});

it.each([
  ['1.26', false],
  ['1.27', true],
  [undefined, false],
])('in %s discovery lists the singular name: %s', (release, listed) => {
  expect(runner({}, release)).toMatchObject({ singular: 'runner', listsSingular: listed });
});

it.each([
  ['1.32', []],
  ['1.33', ['resize']],
])('a sub-resource whose gate is on from 1.33 on: in %s there are %j', (release, subresources) => {
  const later = { name: 'resize', since: '1.32', gate: 'InPlacePodVerticalScaling' };
  expect(runner({ later_subresources: later }, release).subresources).toEqual(subresources);
});
