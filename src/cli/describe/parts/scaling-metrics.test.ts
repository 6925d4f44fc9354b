import { expect, it } from 'vitest';
import { dialects } from '../../../api/meta/dialect.ts';
import type { AutoscalingV2MetricSpec, AutoscalingV2MetricStatus } from '../../../api/schema/types.gen.ts';
import { Description } from '../../shared/description/description.ts';
import { describeMetric } from './scaling-metrics.ts';

function described(metric: AutoscalingV2MetricSpec, status?: AutoscalingV2MetricStatus): string {
  const to = new Description(dialects[0]!);
  describeMetric(to, metric, status);
  return to.text;
}

// The server refuses these until the feature is on: no test of the command line can have them.
it('an amount of one container of each pod', () => {
  const metric = {
    type: 'ContainerResource',
    containerResource: {
      name: 'cpu',
      container: 'main',
      target: { type: 'Utilization', averageUtilization: 50 },
    },
  };
  const name = 'resource cpu of container "main" on pods  (as a percentage of request)';
  expect(described(metric)).toBe(`  ${name}:\t<unknown> / 50%\n`);
  const current = { averageUtilization: 40, averageValue: '40m' };
  const status = {
    type: 'ContainerResource',
    containerResource: { name: 'cpu', container: 'main', current },
  };
  expect(described(metric, status)).toBe(`  ${name}:\t40% (40m) / 50%\n`);
});

it('a type that is not known is named', () => {
  expect(described({ type: 'Weather' })).toBe('  <unknown metric type "Weather">\n');
});
