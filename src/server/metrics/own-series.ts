import type { Registry } from 'prom-client';
import { liveMetric } from '../../util/metrics/live-metric.ts';
import { deprecationOfMetric, isShown, type MetricChoice, stateOfMetric } from './metric-life.ts';
import { stabilityOf } from './metric-stability.ts';

/** Adds the series about the series: how many are shown, hidden and disabled. Called when all others are registered. */
export function registerOwnSeries(registry: Registry, choice: MetricChoice): void {
  const minor = Number(choice.release.split('.')[1]);
  const names = registry.getMetricsAsArray().map(({ name }) => name);
  const shown = new Map<string, { stability_level: string; deprecated_version: string; count: number }>();
  for (const name of names.filter((one) => isShown(one, choice))) {
    const stability_level = stabilityOf(name, minor);
    const deprecated_version = deprecationOfMetric(name, choice.release);
    const key = `${stability_level} ${deprecated_version}`;
    const known = shown.get(key) ?? { stability_level, deprecated_version, count: 0 };
    shown.set(key, { ...known, count: known.count + 1 });
  }
  const hidden = names.filter((name) => stateOfMetric(name, choice.release) === 'hidden').length;
  const add = (
    name: string,
    help: string,
    values: () => { labels: Record<string, string>; value: number }[],
  ) => registry.registerMetric(liveMetric(name, 'counter', help, values) as never);
  add('registered_metrics_total', 'Metrics that are shown, by stability and deprecation.', () =>
    [...shown.values()].map(({ count: value, ...labels }) => ({ labels, value })),
  );
  const one = (value: number) => () => [{ labels: {}, value }];
  add('hidden_metrics_total', 'Metrics that are deprecated and not shown any more.', one(hidden));
  add(
    'disabled_metrics_total',
    'Metrics that the operator wants not to be shown.',
    one(names.filter((name) => choice.disabled.includes(name)).length),
  );
}
