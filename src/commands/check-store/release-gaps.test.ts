import { expect, test } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { ownDefinitions } from '../../api/schema/definition-tree.ts';
import { loadDefinitions } from '../../api/schema/load.ts';
import { RuntimeConfig } from '../apiserver/runtime-config.ts';
import { servedKinds } from '../apiserver/served.ts';
import { releaseGaps } from './release-gaps.ts';

const dialect = dialects.find(({ name }) => name === 'kubernetes')!;
const resource = 'resourceclaims.resource.k8s.io';
const apiVersion = 'resource.k8s.io/v1';
const stored = { resource, apiVersion, form: 'protobuf', encryption: '', count: 2, bytes: 10 } as const;
const beta = { 'resource.k8s.io/v1beta1': 'true' };
const gap = { resource, apiVersion, count: 2 };

test.each([
  ['1.32', {}, [], [gap]],
  ['1.32', beta, ['DynamicResourceAllocation=true'], []],
  ['1.36', {}, [], []],
])('claims of 1.36 at %s with %j and %j: %j are not served', (release, config, given, expected) => {
  const gates = new FeatureGates(release, given);
  const own = loadDefinitions(ownDefinitions(), dialect, release, gates);
  const runtimeConfig = new RuntimeConfig(new Map(Object.entries(config)), own, dialect);
  const served = servedKinds(own, runtimeConfig, gates);
  const { kinds } = loadDefinitions(ownDefinitions(), dialect);
  const [gaps] = releaseGaps([stored], kinds, [release], { release, served });
  expect(gaps!.unserved).toEqual(expected);
});
