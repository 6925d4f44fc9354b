/** Words that a help text begins with. */
type Stability = 'ALPHA' | 'BETA' | 'STABLE';

/** The first release whose help texts say it. */
const saidSince = 24;

/** Metrics that are not alpha, some without the name of the product: their stability, and since which minor release. */
const stages: Readonly<Record<string, readonly (readonly [since: number, stability: Stability])[]>> = {
  apiserver_admission_controller_admission_duration_seconds: [[24, 'STABLE']],
  apiserver_admission_step_admission_duration_seconds: [[24, 'STABLE']],
  apiserver_admission_webhook_admission_duration_seconds: [[24, 'STABLE']],
  apiserver_current_inflight_requests: [[24, 'STABLE']],
  apiserver_longrunning_requests: [[24, 'STABLE']],
  apiserver_request_duration_seconds: [[24, 'STABLE']],
  apiserver_request_total: [[24, 'STABLE']],
  apiserver_requested_deprecated_apis: [[24, 'STABLE']],
  apiserver_response_sizes: [[24, 'STABLE']],
  apiserver_storage_objects: [[24, 'STABLE']],
  apiserver_storage_size_bytes: [[28, 'STABLE']],
  apiserver_storage_events_received_total: [[36, 'BETA']],
  apiserver_flowcontrol_current_executing_requests: [[29, 'BETA']],
  apiserver_flowcontrol_current_executing_seats: [[29, 'BETA']],
  apiserver_flowcontrol_current_inqueue_requests: [[29, 'BETA']],
  apiserver_flowcontrol_dispatched_requests_total: [[29, 'BETA']],
  apiserver_flowcontrol_nominal_limit_seats: [[29, 'BETA']],
  apiserver_flowcontrol_rejected_requests_total: [[29, 'BETA']],
  apiserver_flowcontrol_request_wait_duration_seconds: [[29, 'BETA']],
  apiserver_cel_compilation_duration_seconds: [[34, 'BETA']],
  apiserver_cel_evaluation_duration_seconds: [[34, 'BETA']],
  apiserver_watch_list_duration_seconds: [[36, 'BETA']],
  disabled_metrics_total: [[30, 'BETA']],
  hidden_metrics_total: [[30, 'BETA']],
  registered_metrics_total: [[30, 'BETA']],
  build_info: [[36, 'BETA']],
  feature_enabled: [[30, 'BETA']],
  healthcheck: [
    [27, 'BETA'],
    [29, 'STABLE'],
  ],
  healthchecks_total: [
    [27, 'BETA'],
    [29, 'STABLE'],
  ],
  workqueue_adds_total: [[36, 'BETA']],
  workqueue_depth: [[36, 'BETA']],
  workqueue_longest_running_processor_seconds: [[36, 'BETA']],
  workqueue_queue_duration_seconds: [[36, 'BETA']],
  workqueue_retries_total: [[36, 'BETA']],
  workqueue_unfinished_work_seconds: [[36, 'BETA']],
  workqueue_work_duration_seconds: [[36, 'BETA']],
};

/** Metrics of the runtime, and those that a level is computed for, say nothing of their stability. */
const withoutStability =
  /^(?:go|nodejs|process|grpc)_(?!start_time)|^apiserver_flowcontrol_(?:demand_seats$|priority_level_(?:request|seat)_utilization$|read_vs_write_current_requests$)/;

/** `[ALPHA] `, `[STABLE] `: how a help text of a release begins; "" where it says nothing. */
export function stabilityPrefix(name: string, release: string): string {
  const minor = Number(release.split('.')[1]);
  const stability = minor < saidSince ? '' : stabilityOf(name, minor);
  return stability === '' ? '' : `[${stability}] `;
}

/** "" for a metric that has none. */
export function stabilityOf(name: string, minor: number): Stability | '' {
  if (withoutStability.test(name)) return '';
  const own = Object.hasOwn(stages, name) ? name : name.slice(name.indexOf('_') + 1);
  const reached = (Object.hasOwn(stages, own) ? stages[own]! : []).filter(([since]) => since <= minor);
  return reached.at(-1)?.[1] ?? 'ALPHA';
}
