import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { registerFeatures } from './feature-series.ts';

it('each gate of the release is a series with its stage', async () => {
  const registry = new Registry();
  registerFeatures(registry, 'orch', new FeatureGates('1.26', ['AllAlpha=true']).readings());
  const text = await registry.metrics();
  for (const line of [
    'orch_feature_enabled{name="AllAlpha",stage="ALPHA"} 1',
    'orch_feature_enabled{name="AllBeta",stage="BETA"} 0',
    'orch_feature_enabled{name="AggregatedDiscoveryEndpoint",stage="ALPHA"} 1',
    'orch_feature_enabled{name="APIListChunking",stage="BETA"} 1',
    'orch_feature_enabled{name="ServerSideApply",stage=""} 1',
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).not.toContain('WatchListClient');
});
