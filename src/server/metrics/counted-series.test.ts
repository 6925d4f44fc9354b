import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { TokenCache } from '../../access/authentication/token-cache.ts';
import { AdmissionSeries } from './admission-series.ts';
import { CallSeries } from './call-series.ts';
import { ConversionSeries } from './conversion-series.ts';
import { PodSeries } from './pod-series.ts';
import { RangeSeries } from './range-series.ts';
import { ReadSeries } from './read-series.ts';
import { RuleSeries } from './rule-series.ts';
import { TokenCacheSeries } from './token-cache-series.ts';
import { TrustSeries } from './trust-series.ts';
import { WatchSeries } from './watch-series.ts';

interface Registered {
  register(registry: Registry): void;
}

/** The samples of a page, without buckets and without those that are 0. */
async function samplesOf(series: Registered): Promise<string[]> {
  const registry = new Registry();
  series.register(registry);
  const page = await registry.metrics();
  return page.split('\n').filter((line) => line !== '' && !/^#|_bucket\{| 0$/.test(line));
}

const now = () => 5_000;

const rows: [string, () => Registered, string[]][] = [
  [
    'reads of a release that names the group',
    () => {
      const reads = new ReadSeries(now, '1.36');
      reads.waited('deployments.apps', 4_750);
      reads.readNewest('deployments.apps', 'cache');
      reads.readNewest('deployments.apps', 'store');
      reads.readNewest('deployments.apps', 'failed');
      reads.listed('deployments.apps', 8, 3);
      return reads;
    },
    [
      'apiserver_watch_cache_read_wait_seconds_sum{group="apps",resource="deployments"} 0.25',
      'apiserver_watch_cache_read_wait_seconds_count{group="apps",resource="deployments"} 1',
      'apiserver_watch_cache_consistent_read_total{group="apps",resource="deployments",success="true",fallback="false"} 1',
      'apiserver_watch_cache_consistent_read_total{group="apps",resource="deployments",success="true",fallback="true"} 1',
      'apiserver_watch_cache_consistent_read_total{group="apps",resource="deployments",success="false",fallback="false"} 1',
      'apiserver_cache_list_total{group="apps",resource="deployments",index=""} 1',
      'apiserver_cache_list_fetched_objects_total{group="apps",resource="deployments",index=""} 8',
      'apiserver_cache_list_returned_objects_total{group="apps",resource="deployments"} 3',
    ],
  ],
  [
    'lists of a release that names a prefix',
    () => {
      const reads = new ReadSeries(now, '1.30');
      reads.listed('pods.', 1, 1, 'name');
      return reads;
    },
    [
      'apiserver_cache_list_total{resource_prefix="/pods",index="name"} 1',
      'apiserver_cache_list_fetched_objects_total{resource_prefix="/pods",index="name"} 1',
      'apiserver_cache_list_returned_objects_total{resource_prefix="/pods"} 1',
    ],
  ],
  [
    'calls of conversion webhooks',
    () => {
      const conversions = new ConversionSeries();
      const of = { definition: 'd', from: 'v1', to: 'v2' };
      conversions.called({ ...of, failure: '' }, 0.5);
      const failure = 'conversion_webhook_call_failure';
      conversions.called({ ...of, failure }, 0.25);
      return conversions;
    },
    [
      'apiserver_conversion_webhook_request_total{result="success",failure_type=""} 1',
      'apiserver_conversion_webhook_request_total{result="failure",failure_type="conversion_webhook_call_failure"} 1',
      'apiserver_conversion_webhook_duration_seconds_sum{result="success",failure_type=""} 0.5',
      'apiserver_conversion_webhook_duration_seconds_count{result="success",failure_type=""} 1',
      'apiserver_conversion_webhook_duration_seconds_sum{result="failure",failure_type="conversion_webhook_call_failure"} 0.25',
      'apiserver_conversion_webhook_duration_seconds_count{result="failure",failure_type="conversion_webhook_call_failure"} 1',
      'apiserver_crd_webhook_conversion_duration_seconds_sum{crd_name="d",from_version="v1",to_version="v2",succeeded="true"} 0.5',
      'apiserver_crd_webhook_conversion_duration_seconds_count{crd_name="d",from_version="v1",to_version="v2",succeeded="true"} 1',
      'apiserver_crd_webhook_conversion_duration_seconds_sum{crd_name="d",from_version="v1",to_version="v2",succeeded="false"} 0.25',
      'apiserver_crd_webhook_conversion_duration_seconds_count{crd_name="d",from_version="v1",to_version="v2",succeeded="false"} 1',
    ],
  ],
  [
    'addresses and ports',
    () => {
      const ranges = new RangeSeries('a', now);
      ranges.address('10.0.0.0/24', 'static', false, 4_000);
      ranges.address('10.0.0.0/24', 'dynamic', true, 4_500);
      ranges.port('dynamic', true);
      ranges.portsNotRepaired();
      ranges.uses = async () => [
        { cidr: '10.0.0.0/24', taken: 2, size: 254 },
        { cidr: undefined, taken: 1, size: 2_768 },
      ];
      return ranges;
    },
    [
      'a_apiserver_clusterip_allocator_allocated_ips{cidr="10.0.0.0/24"} 2',
      'a_apiserver_clusterip_allocator_available_ips{cidr="10.0.0.0/24"} 252',
      'a_apiserver_nodeport_allocator_allocated_ports 1',
      'a_apiserver_nodeport_allocator_available_ports 2767',
      'a_apiserver_clusterip_allocator_allocation_total{cidr="10.0.0.0/24",scope="dynamic"} 1',
      'a_apiserver_clusterip_allocator_allocation_errors_total{cidr="10.0.0.0/24",scope="static"} 1',
      'a_apiserver_nodeport_allocator_allocation_total{scope="dynamic"} 1',
      'a_apiserver_clusterip_allocator_allocation_duration_seconds_sum{cidr="10.0.0.0/24"} 0.5',
      'a_apiserver_clusterip_allocator_allocation_duration_seconds_count{cidr="10.0.0.0/24"} 1',
      'apiserver_nodeport_repair_reconcile_errors_total 1',
    ],
  ],
  [
    'logs of pods, and their standards',
    () => {
      const pods = new PodSeries('a');
      pods.logAsked(false);
      pods.agentRefused();
      pods.translated(200);
      pods.translated(200);
      pods.tunnelled(101);
      pods.exempted('create', 'pod', '');
      return pods;
    },
    [
      'a_apiserver_pod_logs_insecure_backend_total{usage="skip_tls_allowed"} 1',
      'a_apiserver_pod_logs_backend_tls_failure_total 1',
      'a_apiserver_pod_logs_pods_logs_insecure_backend_total{usage="skip_tls_allowed"} 1',
      'a_apiserver_pod_logs_pods_logs_backend_tls_failure_total 1',
      'apiserver_stream_translator_requests_total{code="200"} 2',
      'apiserver_stream_tunnel_requests_total{code="101"} 1',
      'pod_security_exemptions_total{request_operation="create",resource="pod",subresource=""} 1',
    ],
  ],
  [
    'checks of objects',
    () => {
      const rules = new RuleSeries();
      rules.compiled(0.5);
      rules.evaluated(0.25);
      rules.ratcheted(0.125);
      rules.compared(true, 0.001);
      return rules;
    },
    [
      'apiserver_cel_compilation_duration_seconds_sum 0.5',
      'apiserver_cel_compilation_duration_seconds_count 1',
      'apiserver_cel_evaluation_duration_seconds_sum 0.25',
      'apiserver_cel_evaluation_duration_seconds_count 1',
      'apiextensions_apiserver_validation_ratcheting_seconds_sum 0.125',
      'apiextensions_apiserver_validation_ratcheting_seconds_count 1',
      'apiserver_request_timestamp_comparison_time_sum{code_path="equal_objects"} 0.001',
      'apiserver_request_timestamp_comparison_time_count{code_path="equal_objects"} 1',
    ],
  ],
  [
    'calls to the store',
    () => {
      const calls = new CallSeries();
      calls.started('/etcdserverpb.KV/Txn', false);
      calls.sent('/etcdserverpb.KV/Txn', false);
      calls.received('/etcdserverpb.KV/Txn', false);
      calls.ended('/etcdserverpb.KV/Txn', false, 'OK');
      return calls;
    },
    [
      'grpc_client_started_total{grpc_service="etcdserverpb.KV",grpc_method="Txn",grpc_type="unary"} 1',
      'grpc_client_msg_sent_total{grpc_service="etcdserverpb.KV",grpc_method="Txn",grpc_type="unary"} 1',
      'grpc_client_msg_received_total{grpc_service="etcdserverpb.KV",grpc_method="Txn",grpc_type="unary"} 1',
      'grpc_client_handled_total{grpc_service="etcdserverpb.KV",grpc_method="Txn",grpc_type="unary",grpc_code="OK"} 1',
    ],
  ],
  [
    'certificates that are no longer accepted',
    () => {
      const trust = new TrustSeries('webhooks');
      trust.refused('missing_san');
      return trust;
    },
    ['apiserver_webhooks_x509_missing_san_total 1'],
  ],
  [
    'watches that began with all objects',
    () => {
      const watches = new WatchSeries('1.36');
      const pods = { group: '', version: 'v1', kind: 'Pod', plural: 'pods' };
      watches.listed(pods, { verb: 'watch', name: '', namespace: '' } as never, 500);
      return watches;
    },
    [
      'apiserver_watch_list_duration_seconds_sum{group="",version="v1",resource="pods",scope="cluster"} 0.5',
      'apiserver_watch_list_duration_seconds_count{group="",version="v1",resource="pods",scope="cluster"} 1',
    ],
  ],
];

it.each(rows)('%s are counted', async (_, made, expected) => {
  expect(await samplesOf(made())).toEqual(expected);
});

it('steps of admission have quantiles of the latest durations', async () => {
  const series = new AdmissionSeries([1]);
  for (let tenth = 1; tenth <= 10; tenth++) series.stepDone('admit', 'CREATE', tenth / 10, false);
  const quantiles = (await samplesOf(series)).filter((line) => line.includes('quantile'));
  expect(quantiles.map((line) => line.split(' ').at(-1))).toEqual(['0.5', '0.9', '1']);
});

it('a token that is remembered is a hit, whoever waits for its decision a miss', async () => {
  const series = new TokenCacheSeries(now);
  const decide = async () => ({ found: 'user', keepFor: 1_000 });
  const cache = new TokenCache(decide, { now: () => 0 }, series);
  await Promise.all([cache.of('token'), cache.of('token')]);
  await cache.of('token');
  const broken = new TokenCache(() => Promise.reject(new Error('broken')), { now: () => 0 }, series);
  await expect(broken.of('token')).rejects.toThrow('broken');
  expect((await samplesOf(series)).filter((line) => !line.includes('_seconds_'))).toEqual([
    'authentication_token_cache_request_total{status="hit"} 1',
    'authentication_token_cache_request_total{status="miss"} 3',
    'authentication_token_cache_fetch_total{status="ok"} 1',
    'authentication_token_cache_fetch_total{status="error"} 1',
  ]);
});
