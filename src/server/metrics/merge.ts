import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';

/** What a registry of metrics holds, as JSON has it. */
export type MetricList = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Gauges that each worker of a server has of the same thing, or that the one which is worst off decides. */
const highest = [
  /_info$/,
  /_timestamp_seconds$/,
  /_percent$/,
  /^nodejs_eventloop_lag_/,
  /^process_max_fds$/,
  /^aggregator_unavailable_apiservice$/,
  /^workqueue_longest_running_processor_seconds$/,
  /^leader_election_master_status$/,
  /^apiserver_requested_deprecated_apis$/,
  /^apiserver_storage_objects$/,
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

/** Of workers that have ended: what they counted goes on counting, as sums must not fall. */
export async function mergedCounts(lists: readonly MetricList[]): Promise<MetricList> {
  return merged(lists.map(countsOf)).getMetricsAsJSON();
}

/** Without gauges: they say what is now. */
export const countsOf = (metrics: MetricList): MetricList =>
  metrics.filter(({ type }) => String(type) !== 'gauge');

function merged(lists: readonly MetricList[]) {
  const named = lists.map((metrics) =>
    metrics.map((metric) => ({ ...metric, aggregator: aggregatorOf(metric.name) })),
  );
  return AggregatorRegistry.aggregate(named as never);
}

function aggregatorOf(name: string): 'max' | 'min' | 'sum' {
  if (lowest.some((pattern) => pattern.test(name))) return 'min';
  return highest.some((pattern) => pattern.test(name)) ? 'max' : 'sum';
}
