/** A metric as dashboards and alerts know it. */
export interface MetricRow {
  name: string;
  type: 'counter' | 'gauge' | 'histogram' | 'summary';
  /** Sorted. */
  labels: readonly string[];
  /** Upper bounds of a histogram, without the last one. */
  bounds?: readonly number[];
}

const row =
  (type: MetricRow['type']) =>
  (name: string, labels = '', bounds?: readonly number[]): MetricRow => ({
    name,
    type,
    labels: labels.split(' ').filter(Boolean).sort(),
    ...(bounds === undefined ? {} : { bounds }),
  });
const counter = row('counter');
const gauge = row('gauge');
const histogram = row('histogram');

const powers = (first: number, factor: number, count: number): number[] =>
  Array.from({ length: count }, (_, power) => first * factor ** power);

const request = 'verb group version resource subresource scope component';
const flow = 'priority_level flow_schema';
const requestBounds = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60];
const earlierBounds = [
  ...[0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2],
  ...[2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60],
];
const waits = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30];
const lengths = [0, 10, 25, 50, 100, 250, 500, 1_000];
const ratios = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const [hour, day] = [3_600, 86_400];
const expirations = [
  ...[0, hour / 2, hour, 2 * hour, 6 * hour, 12 * hour, day, 2 * day, 4 * day, 7 * day],
  ...[30 * day, 90 * day, 180 * day, 360 * day],
];
const admission = [0.005, 0.025, 0.1, 0.5, 1, 2.5];

/** The same in every release. */
const always: readonly MetricRow[] = [
  counter('apiserver_request_total', `${request} dry_run code`),
  histogram('apiserver_response_sizes', request, powers(1e3, 10, 7)),
  counter('apiserver_request_terminations_total', `${request} code`),
  gauge('apiserver_current_inflight_requests', 'request_kind'),
  gauge('apiserver_current_inqueue_requests', 'request_kind'),
  histogram('apiserver_request_filter_duration_seconds', 'filter', [
    ...[0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 5],
  ]),
  gauge('apiserver_longrunning_gauge', request),
  gauge('apiserver_registered_watchers', 'group version kind'),
  counter('apiserver_watch_events_total', 'group version kind'),
  histogram('apiserver_watch_events_sizes', 'group version kind', powers(1_024, 2, 8)),
  counter('apiserver_tls_handshake_errors_total'),
  histogram('apiserver_client_certificate_expiration_seconds', '', expirations),
  counter('authentication_attempts', 'result'),
  histogram('authentication_duration_seconds', 'result', powers(0.001, 2, 15)),
  counter('authenticated_user_requests', 'username'),
  counter('apiserver_audit_event_total'),
  counter('apiserver_audit_requests_rejected_total'),
  gauge('etcd_object_counts', 'resource'),
  gauge('etcd_db_total_size_in_bytes', 'endpoint'),
  counter('workqueue_adds_total', 'name'),
  gauge('workqueue_depth', 'name'),
  histogram('workqueue_queue_duration_seconds', 'name', powers(1e-8, 10, 10)),
  histogram('workqueue_work_duration_seconds', 'name', powers(1e-8, 10, 10)),
  gauge('aggregator_unavailable_apiservice', 'name'),
  counter('apiserver_flowcontrol_dispatched_requests_total', flow),
  gauge('apiserver_flowcontrol_current_inqueue_requests', flow),
  gauge('apiserver_flowcontrol_current_executing_requests', flow),
  gauge('apiserver_flowcontrol_request_concurrency_limit', 'priority_level'),
  histogram('apiserver_flowcontrol_request_wait_duration_seconds', `${flow} execute`, waits),
  histogram('apiserver_flowcontrol_request_queue_length_after_enqueue', flow, lengths),
  gauge(
    'kubernetes_build_info',
    'major minor git_version git_commit git_tree_state build_date go_version compiler platform',
  ),
  gauge('process_resident_memory_bytes'),
  counter('process_cpu_seconds_total'),
  gauge('process_start_time_seconds'),
  gauge('process_open_fds'),
  gauge('process_max_fds'),
  gauge('process_virtual_memory_bytes'),
  gauge('process_virtual_memory_max_bytes'),
  gauge('go_threads'),
  gauge('go_memstats_alloc_bytes'),
  gauge('go_memstats_heap_alloc_bytes'),
  gauge('go_memstats_heap_sys_bytes'),
  gauge('go_memstats_last_gc_time_seconds'),
  { name: 'go_gc_duration_seconds', type: 'summary', labels: ['quantile'] },
];

const untyped = histogram('apiserver_flowcontrol_request_execution_seconds', flow, waits);
const typed = histogram('apiserver_flowcontrol_request_execution_seconds', `${flow} type`, waits);
const plain = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How full priority levels are, up to 1.24. */
const samples: readonly MetricRow[] = [
  histogram('apiserver_flowcontrol_priority_level_request_count_samples', 'phase priority_level', ratios),
  histogram(
    'apiserver_flowcontrol_priority_level_request_count_watermarks',
    'mark phase priority_level',
    ratios,
  ),
  histogram('apiserver_flowcontrol_read_vs_write_request_count_samples', 'phase request_kind', ratios),
  histogram(
    'apiserver_flowcontrol_read_vs_write_request_count_watermarks',
    'mark phase request_kind',
    ratios,
  ),
];

const since123: readonly MetricRow[] = [
  histogram('apiserver_request_duration_seconds', `${request} dry_run`, requestBounds),
  histogram('apiserver_request_slo_duration_seconds', request, requestBounds),
  gauge('apiserver_longrunning_requests', request),
  gauge('apiserver_storage_objects', 'resource'),
  gauge('apiserver_storage_unreadable_objects', 'resource'),
  gauge('apiserver_storage_unplaced_objects', 'resource'),
  counter('apiserver_storage_list_total', 'resource'),
  counter('apiserver_storage_list_fetched_objects_total', 'resource'),
  counter('apiserver_storage_list_evaluated_objects_total', 'resource'),
  counter('apiserver_storage_list_returned_objects_total', 'resource'),
  gauge('apiserver_flowcontrol_request_concurrency_in_use', flow),
  gauge('apiserver_flowcontrol_current_r', 'priority_level'),
  gauge('apiserver_flowcontrol_dispatch_r', 'priority_level'),
  gauge('apiserver_flowcontrol_latest_s', 'priority_level'),
  gauge('apiserver_flowcontrol_next_s_bounds', 'bound priority_level'),
  gauge('apiserver_flowcontrol_next_discounted_s_bounds', 'bound priority_level'),
  histogram('apiserver_admission_step_admission_duration_seconds', 'operation rejected type', admission),
  histogram(
    'apiserver_admission_controller_admission_duration_seconds',
    'name operation rejected type',
    admission,
  ),
  histogram(
    'etcd_request_duration_seconds',
    'operation type',
    [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 15, 30, 60],
  ),
];

const before123: readonly MetricRow[] = [
  untyped,
  histogram('apiserver_request_duration_seconds', `${request} dry_run`, earlierBounds),
  histogram(
    'apiserver_admission_step_admission_duration_seconds',
    'operation rejected type',
    [0.005, 0.025, 0.1, 0.5, 2.5],
  ),
  histogram('etcd_request_duration_seconds', 'operation type', [0.005, 0.01, 0.025, ...earlierBounds]),
];

/** How full priority levels are, from 1.25 on, and their seats. */
const since125: readonly MetricRow[] = [
  typed,
  histogram('apiserver_flowcontrol_priority_level_request_utilization', 'phase priority_level', [
    ...[0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.25, 0.5, 0.75, 1],
  ]),
  histogram('apiserver_flowcontrol_priority_level_seat_utilization', 'phase priority_level', [
    ...[0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1],
  ]),
  histogram('apiserver_flowcontrol_read_vs_write_current_requests', 'phase request_kind', [
    ...[0, 0.001, 0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1],
  ]),
  ...['nominal', 'lower', 'upper', 'current'].map((which) =>
    gauge(`apiserver_flowcontrol_${which}_limit_seats`, 'priority_level'),
  ),
];

const since126: readonly MetricRow[] = [
  histogram('apiserver_flowcontrol_demand_seats', 'priority_level', [
    ...[0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.7, 2, 2.8, 4, 6],
  ]),
  histogram('apiserver_flowcontrol_watch_count_samples', flow, [0, 1, 10, 100, 1_000, 10_000]),
  counter('authentication_token_cache_request_total', 'status'),
  histogram('authentication_token_cache_request_duration_seconds', 'status', plain),
  counter('authentication_token_cache_fetch_total', 'status'),
  gauge('authentication_token_cache_active_fetch_count', 'status'),
  counter('apiserver_cache_list_total', 'index resource_prefix'),
  counter('apiserver_cache_list_fetched_objects_total', 'index resource_prefix'),
  counter('apiserver_cache_list_returned_objects_total', 'resource_prefix'),
  histogram('apiserver_cel_compilation_duration_seconds', '', plain),
  histogram('apiserver_cel_evaluation_duration_seconds', '', plain),
  histogram('apiserver_request_timestamp_comparison_time', 'code_path', [
    ...[0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 5],
  ]),
  gauge('kube_apiserver_clusterip_allocator_allocated_ips', 'cidr'),
  gauge('kube_apiserver_clusterip_allocator_available_ips', 'cidr'),
  counter('kube_apiserver_pod_logs_pods_logs_insecure_backend_total', 'usage'),
  counter('kube_apiserver_pod_logs_pods_logs_backend_tls_failure_total'),
  counter('pod_security_exemptions_total', 'request_operation resource subresource'),
  counter('apiserver_webhooks_x509_missing_san_total'),
  counter('apiserver_webhooks_x509_insecure_sha1_total'),
  histogram('etcd_lease_object_counts', '', [10, 50, 100, 500, 1_000, 2_500, 5_000]),
  {
    name: 'apiserver_admission_step_admission_duration_seconds_summary',
    type: 'summary',
    labels: ['operation', 'quantile', 'rejected', 'type'],
  },
  ...['high_watermark', 'average', 'stdev', 'smoothed'].map((which) =>
    gauge(`apiserver_flowcontrol_demand_seats_${which}`, 'priority_level'),
  ),
  gauge('apiserver_flowcontrol_target_seats', 'priority_level'),
  gauge('apiserver_flowcontrol_seat_fair_frac', ''),
  histogram('apiserver_flowcontrol_work_estimated_seats', flow, [1, 2, 4, 10]),
  gauge('kubernetes_feature_enabled', 'name stage'),
];

/** Deprecated up to 1.23, and no longer shown three releases later. */
const upTo125 = ['apiserver_longrunning_gauge', 'apiserver_registered_watchers', 'etcd_object_counts'];

export const metricTable: Readonly<Record<string, readonly MetricRow[]>> = {
  '1.20': [...always, ...samples, ...before123],
  '1.23': [
    ...[...always, ...samples, ...since123, untyped],
    histogram('apiserver_flowcontrol_priority_level_seat_count_samples', 'priority_level', ratios),
  ],
  '1.26': [...always.filter(({ name }) => !upTo125.includes(name)), ...since123, ...since125, ...since126],
};

/** What a release must not show yet, or any more. */
export const notIn: Readonly<Record<string, readonly string[]>> = {
  '1.20': [
    'apiserver_request_slo_duration_seconds',
    'apiserver_flowcontrol_request_concurrency_in_use',
    'apiserver_flowcontrol_current_r',
    'apiserver_storage_list_total',
    'apiserver_flowcontrol_next_s_bounds',
    'apiserver_flowcontrol_nominal_limit_seats',
  ],
  '1.23': [
    'apiserver_request_sli_duration_seconds',
    'apiserver_flowcontrol_nominal_limit_seats',
    'apiserver_flowcontrol_read_vs_write_current_requests',
    'kubernetes_feature_enabled',
  ],
  '1.26': [...upTo125, ...samples.map(({ name }) => name)],
};
