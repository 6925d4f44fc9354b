import { stabilityPrefix } from './metric-stability.ts';

/** The minor release that brought a metric; without a line, all have it. */
const introducedIn: Readonly<Record<string, number>> = {
  apiserver_request_slo_duration_seconds: 23,
  apiserver_request_sli_duration_seconds: 26,
  apiserver_flowcontrol_nominal_limit_seats: 26,
  apiserver_flowcontrol_lower_limit_seats: 26,
  apiserver_flowcontrol_upper_limit_seats: 26,
  apiserver_flowcontrol_current_limit_seats: 26,
  apiserver_flowcontrol_demand_seats_high_watermark: 26,
  apiserver_flowcontrol_demand_seats_average: 26,
  apiserver_flowcontrol_demand_seats_stdev: 26,
  apiserver_flowcontrol_demand_seats_smoothed: 26,
  apiserver_flowcontrol_target_seats: 26,
  apiserver_flowcontrol_seat_fair_frac: 26,
  apiserver_flowcontrol_work_estimated_seats: 24,
  apiserver_flowcontrol_current_executing_seats: 28,
  apiserver_flowcontrol_current_inqueue_seats: 29,
  apiserver_flowcontrol_request_concurrency_in_use: 22,
  apiserver_flowcontrol_current_r: 22,
  apiserver_flowcontrol_dispatch_r: 22,
  apiserver_flowcontrol_latest_s: 22,
  apiserver_flowcontrol_next_s_bounds: 22,
  apiserver_flowcontrol_next_discounted_s_bounds: 22,
  apiserver_flowcontrol_priority_level_seat_count_samples: 23,
  apiserver_flowcontrol_priority_level_seat_count_watermarks: 23,
  apiserver_terminated_watchers_total: 23,
  apiserver_authentication_config_controller_automatic_reloads_total: 30,
  apiserver_authentication_config_controller_automatic_reload_last_timestamp_seconds: 30,
  apiserver_authentication_config_controller_last_config_info: 34,
  apiserver_authentication_jwt_authenticator_latency_seconds: 30,
  apiserver_authorization_config_controller_automatic_reloads_total: 29,
  apiserver_authorization_config_controller_automatic_reload_last_timestamp_seconds: 29,
  apiserver_authorization_config_controller_last_config_info: 34,
  apiserver_encryption_config_controller_automatic_reloads_total: 30,
  apiserver_encryption_config_controller_last_config_info: 34,
  apiserver_envelope_encryption_dek_source_cache_size: 29,
  apiserver_envelope_encryption_invalid_key_id_from_status_total: 26,
  apiserver_envelope_encryption_key_id_hash_last_timestamp_seconds: 27,
  apiserver_envelope_encryption_key_id_hash_status_last_timestamp_seconds: 27,
  apiserver_envelope_encryption_key_id_hash_total: 27,
  apiserver_envelope_encryption_kms_operations_latency_seconds: 26,
  apiserver_externaljwt_fetch_keys_data_timestamp: 32,
  apiserver_externaljwt_fetch_keys_request_total: 32,
  apiserver_externaljwt_fetch_keys_success_timestamp: 32,
  apiserver_externaljwt_request_duration_seconds: 32,
  apiserver_externaljwt_sign_request_total: 32,
  apiserver_cache_list_total: 23,
  apiserver_cache_list_fetched_objects_total: 23,
  apiserver_cache_list_returned_objects_total: 23,
  apiserver_cel_compilation_duration_seconds: 25,
  apiserver_cel_evaluation_duration_seconds: 25,
  apiextensions_apiserver_validation_ratcheting_seconds: 29,
  apiserver_conversion_webhook_request_total: 28,
  apiserver_conversion_webhook_duration_seconds: 28,
  apiserver_clusterip_allocator_allocated_ips: 24,
  apiserver_clusterip_allocator_available_ips: 24,
  apiserver_clusterip_allocator_allocation_total: 24,
  apiserver_clusterip_allocator_allocation_errors_total: 24,
  apiserver_clusterip_allocator_allocation_duration_seconds: 34,
  apiserver_nodeport_allocator_allocated_ports: 27,
  apiserver_nodeport_allocator_available_ports: 27,
  apiserver_nodeport_allocator_allocation_total: 27,
  apiserver_nodeport_allocator_allocation_errors_total: 27,
  apiserver_nodeport_repair_reconcile_errors_total: 27,
  apiserver_pod_logs_backend_tls_failure_total: 27,
  apiserver_pod_logs_insecure_backend_total: 27,
  apiserver_request_timestamp_comparison_time: 24,
  apiserver_flowcontrol_demand_seats: 26,
  apiserver_flowcontrol_watch_count_samples: 23,
  apiserver_webhooks_x509_missing_san_total: 22,
  apiserver_webhooks_x509_insecure_sha1_total: 24,
  apiserver_watch_cache_consistent_read_total: 31,
  apiserver_watch_cache_read_wait_seconds: 27,
  apiserver_watch_list_duration_seconds: 27,
  apiserver_stream_translator_requests_total: 30,
  apiserver_stream_tunnel_requests_total: 31,
  pod_security_evaluations_total: 23,
  pod_security_exemptions_total: 23,
  rest_client_request_size_bytes: 26,
  rest_client_response_size_bytes: 26,
  rest_client_exec_plugin_call_total: 22,
  apiserver_storage_list_total: 23,
  apiserver_storage_list_fetched_objects_total: 23,
  apiserver_storage_list_evaluated_objects_total: 23,
  apiserver_storage_list_returned_objects_total: 23,
  apiserver_validating_admission_policy_check_total: 26,
  apiserver_validating_admission_policy_check_duration_seconds: 26,
  apiserver_validating_admission_policy_definition_total: 26,
  apiserver_admission_match_condition_evaluation_errors_total: 27,
  apiserver_admission_match_condition_exclusions_total: 27,
  apiserver_admission_match_condition_evaluation_seconds: 27,
  apiserver_mutating_admission_policy_check_total: 32,
  apiserver_mutating_admission_policy_check_duration_seconds: 32,
  apiserver_manifest_admission_config_controller_automatic_reloads_total: 36,
  apiserver_manifest_admission_config_controller_automatic_reload_last_timestamp_seconds: 36,
  apiserver_manifest_admission_config_controller_last_config_info: 36,
  serviceaccount_legacy_auto_token_uses_total: 26,
  serviceaccount_legacy_manual_token_uses_total: 26,
  serviceaccount_invalid_legacy_auto_token_uses_total: 28,
  apiserver_storage_db_total_size_in_bytes: 26,
  apiserver_storage_size_bytes: 28,
  apiserver_resource_objects: 34,
  apiserver_resource_size_estimate_bytes: 34,
  apiserver_storage_events_received_total: 28,
  apiserver_watch_cache_events_received_total: 26,
  apiserver_watch_cache_events_dispatched_total: 26,
  apiserver_watch_cache_initializations_total: 26,
  apiserver_watch_cache_resource_version: 31,
  apiserver_request_body_size_bytes: 29,
  aggregator_discovery_aggregation_count_total: 26,
  // The feature is that of the release that emulates others.
  aggregator_discovery_nopeer_requests_total: 33,
  apiserver_peer_discovery_sync_errors_total: 33,
  apiserver_peer_proxy_errors_total: 33,
  apiserver_rerouted_request_total: 28,
  authorization_attempts_total: 29,
  authorization_duration_seconds: 29,
  disabled_metrics_total: 26,
  etcd_requests_total: 29,
  field_validation_request_duration_seconds: 24,
  hidden_metrics_total: 26,
  process_network_receive_bytes_total: 34,
  process_network_transmit_bytes_total: 34,
  registered_metrics_total: 26,
  version_info: 33,
};

/** The minor release that dropped a metric at once, because another one tells the same. */
const removedIn: Readonly<Record<string, number>> = {
  // `apiserver_request_total` has them by their code, 429.
  apiserver_dropped_requests_total: 24,
};

/** The minor release in which a metric was deprecated, because another one tells the same. */
const deprecatedIn: Readonly<Record<string, number>> = {
  apiserver_encryption_config_controller_automatic_reload_success_total: 30,
  apiserver_encryption_config_controller_automatic_reload_failures_total: 30,
  etcd_object_counts: 22,
  apiserver_longrunning_gauge: 23,
  apiserver_registered_watchers: 23,
  etcd_db_total_size_in_bytes: 26,
  apiserver_storage_db_total_size_in_bytes: 28,
  apiserver_request_slo_duration_seconds: 27,
  apiserver_flowcontrol_request_concurrency_limit: 27,
  apiserver_flowcontrol_request_concurrency_in_use: 31,
  apiserver_storage_objects: 34,
  apiserver_pod_logs_pods_logs_backend_tls_failure_total: 27,
  apiserver_pod_logs_pods_logs_insecure_backend_total: 27,
};

/** Metrics that begin with the name of the component stand in the tables without it. */
const withoutComponent = (name: string): string => name.slice(name.indexOf('_') + 1);

const rowOf = (rows: Readonly<Record<string, number>>, name: string): number | undefined => {
  if (Object.hasOwn(rows, name)) return rows[name];
  const own = withoutComponent(name);
  return Object.hasOwn(rows, own) ? rows[own] : undefined;
};

/** Releases after its deprecation in which a metric is still shown. */
const shownFor = 3;

export type MetricState = 'shown' | 'deprecated' | 'hidden' | 'gone';

/**
 * A metric deprecated in 1.22 is shown with a note up to 1.24, hidden in 1.25, where an operator can have it shown
 * once more, and gone from 1.26 on.
 */
export function stateOfMetric(name: string, release: string): MetricState {
  const minor = Number(release.split('.')[1]);
  if (minor < (rowOf(introducedIn, name) ?? 0)) return 'gone';
  if (minor >= (rowOf(removedIn, name) ?? Number.POSITIVE_INFINITY)) return 'gone';
  const since = rowOf(deprecatedIn, name) ?? Number.POSITIVE_INFINITY;
  if (minor < since) return 'shown';
  if (minor < since + shownFor) return 'deprecated';
  return minor === since + shownFor ? 'hidden' : 'gone';
}

export interface MetricChoice {
  /** The release that is served: `1.23`. */
  release: string;
  showsHidden: boolean;
  /** Names of metrics that are not to be shown. */
  disabled: readonly string[];
}

export const isShown = (name: string, { release, showsHidden, disabled }: MetricChoice): boolean => {
  if (disabled.includes(name)) return false;
  const state = stateOfMetric(name, release);
  return state === 'hidden' ? showsHidden : state !== 'gone';
};

/** The help text, with a note for one that is on its way out. */
export function helpOf(name: string, help: string, release: string): string {
  const prefix = stabilityPrefix(name, release);
  if (stateOfMetric(name, release) === 'shown') return `${prefix}${help}`;
  return `${prefix}(Deprecated since 1.${rowOf(deprecatedIn, name)}.0) ${help}`;
}

/** `1.34.0`: the release that deprecated a metric; "" where none has. */
export const deprecationOfMetric = (name: string, release: string): string =>
  stateOfMetric(name, release) === 'shown' ? '' : `1.${rowOf(deprecatedIn, name)}.0`;

/** The warning for operators about a metric that a later release hides; undefined for one that stays. */
export function noticeOf(name: string, release: string): string | undefined {
  if (stateOfMetric(name, release) === 'shown') return undefined;
  const since = rowOf(deprecatedIn, name)!;
  return `${name} (since 1.${since}, hidden from 1.${since + shownFor} on)`;
}
