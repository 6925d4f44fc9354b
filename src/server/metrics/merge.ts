import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';

/** A metric of a registry, as its JSON has it. */
export type MetricList = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Gauges that each worker of a server has of the same thing, or that the one which is worst off decides. */
const highest = [
  /_info$/,
  /_timestamp(_seconds)?$/,
  /_percent$/,
  /^nodejs_eventloop_lag_/,
  /^process_(max_fds|virtual_memory_max_bytes)$/,
  /^go_memstats_last_gc_time_seconds$/,
  /^aggregator_unavailable_apiservice$/,
  /^workqueue_longest_running_processor_seconds$/,
  /^leader_election_master_status$/,
  /^apiserver_requested_deprecated_apis$/,
  // Each worker has a clock of its own.
  /^apiserver_flowcontrol_(current_r|dispatch_r|latest_s|next_s_bounds|next_discounted_s_bounds)$/,
  /^apiserver_storage_((unreadable|unplaced)_)?objects$/,
  /^apiserver_storage_replacements$/,
  /^apiserver_watch_cache_(history_events|history_cut_short|revision_lag|capacity)$/,
  /^etcd_(object_counts|db_total_size_in_bytes)$/,
  /^apiserver_storage_(db_total_size_in_bytes|size_bytes)$/,
  /^watch_cache_capacity$/,
  /_feature_enabled$/,
];

const lowest = [
  /^process_start_time_seconds$/,
  /^nodejs_eventloop_lag_min_seconds$/,
  /^apiserver_storage_writable$/,
];

/** The metrics of one server out of those of its workers, in the text format. Counts and most gauges are added up. */
export function mergedText(lists: readonly MetricList[]): Promise<string> {
  return merged(lists).metrics();
}

/** Counts of workers that have ended: they go on counting, as sums must not fall. */
export async function mergedCounts(lists: readonly MetricList[]): Promise<MetricList> {
  return merged(lists.map(countsOf)).getMetricsAsJSON();
}

/** Without gauges and quantiles: they say what is now. */
export const countsOf = (metrics: MetricList): MetricList =>
  metrics
    .filter(({ type }) => String(type) !== 'gauge')
    .map((metric) => ({ ...metric, values: metric.values.filter((value) => !isQuantile(value)) }));

function merged(lists: readonly MetricList[]) {
  const [quantiles, others] = [quantilesOf(lists), lists.map((metrics) => metrics.map(withoutQuantiles))];
  const named = others.map((metrics) =>
    metrics.map((metric) => ({ ...metric, aggregator: aggregatorOf(metric.name) })),
  );
  const registry = AggregatorRegistry.aggregate(named as never);
  for (const metric of registry.getMetricsAsArray() as unknown as Mutable[])
    metric.values?.unshift(...(quantiles.get(metric.name) ?? []));
  return registry;
}

/** Metrics as the library prints them as JSON. */
interface Mutable {
  name: string;
  values?: MetricValue<string>[];
}

const isQuantile = ({ labels }: MetricValue<string>): boolean => Object.hasOwn(labels, 'quantile');

const withoutQuantiles = (metric: MetricList[number]): MetricList[number] => ({
  ...metric,
  values: metric.values.filter((value) => !isQuantile(value)),
});

/**
 * Quantiles do not add up, and those of all workers together cannot be worked out from those of each: the worker that is
 * worst off decides; of the least of all, the one that is best off.
 */
function quantilesOf(lists: readonly MetricList[]): ReadonlyMap<string, MetricValue<string>[]> {
  const found = new Map<string, Map<string, MetricValue<string>>>();
  for (const { name, values } of lists.flat())
    for (const one of values.filter(isQuantile)) {
      const ofMetric = found.get(name) ?? new Map<string, MetricValue<string>>();
      const key = JSON.stringify(one.labels);
      const known = ofMetric.get(key)?.value ?? one.value;
      const isLeast = Number(one.labels['quantile']) === 0;
      ofMetric.set(key, { ...one, value: isLeast ? Math.min(known, one.value) : Math.max(known, one.value) });
      found.set(name, ofMetric);
    }
  return new Map([...found].map(([name, values]) => [name, [...values.values()]]));
}

function aggregatorOf(name: string): 'max' | 'min' | 'sum' {
  if (lowest.some((pattern) => pattern.test(name))) return 'min';
  return highest.some((pattern) => pattern.test(name)) ? 'max' : 'sum';
}
