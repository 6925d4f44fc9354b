import { describe, expect, it } from 'vitest';
import { knownNames } from '../flags.ts';
import { refusedFlags } from './refused.ts';
import { flagsWithoutEffect } from './without-effect.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Every flag of releases 1.20 to 1.36, by what becomes of it here. */
const inventory = {
  works: words(`
    authentication-config authorization-config requestheader-uid-headers
    emulation-forward-compatible runtime-config-emulation-forward-compatible
    admission-control admission-control-config-file advertise-address aggregator-reject-forwarding-redirect
    allow-privileged anonymous-auth api-audiences apiserver-count audit-log-batch-buffer-size audit-log-batch-max-size
    audit-log-batch-max-wait audit-log-batch-throttle-burst audit-log-batch-throttle-enable
    audit-log-batch-throttle-qps audit-log-compress audit-log-format audit-log-maxage audit-log-maxbackup
    audit-log-maxsize audit-log-mode audit-log-path audit-log-truncate-enabled audit-log-truncate-max-batch-size
    audit-log-truncate-max-event-size audit-log-version audit-policy-file audit-webhook-batch-buffer-size
    audit-webhook-batch-max-size audit-webhook-batch-max-wait audit-webhook-batch-throttle-burst
    audit-webhook-batch-throttle-enable audit-webhook-batch-throttle-qps audit-webhook-config-file
    audit-webhook-initial-backoff audit-webhook-mode audit-webhook-truncate-enabled
    audit-webhook-truncate-max-batch-size audit-webhook-truncate-max-event-size audit-webhook-version
    authentication-token-webhook-cache-ttl authentication-token-webhook-config-file
    authentication-token-webhook-version authorization-mode authorization-policy-file
    authorization-webhook-cache-authorized-ttl authorization-webhook-cache-unauthorized-ttl
    authorization-webhook-config-file authorization-webhook-version bind-address cert-dir client-ca-file
    cors-allowed-origins default-not-ready-toleration-seconds default-unreachable-toleration-seconds
    delete-collection-workers disable-admission-plugins disabled-metrics egress-selector-config-file
    enable-admission-plugins enable-aggregator-routing enable-bootstrap-token-auth enable-garbage-collector
    endpoint-reconciler-type etcd-cafile etcd-certfile etcd-compaction-interval etcd-count-metric-poll-period
    etcd-db-metric-poll-interval etcd-healthcheck-timeout etcd-keyfile etcd-prefix etcd-servers event-ttl
    external-hostname feature-gates goaway-chance http2-max-streams-per-connection
    identity-lease-duration-seconds identity-lease-renew-interval-seconds kubelet-certificate-authority
    kubelet-client-certificate kubelet-client-key kubelet-port kubelet-preferred-address-types
    kubernetes-service-node-port livez-grace-period logging-format max-connection-bytes-per-sec
    max-mutating-requests-inflight max-requests-inflight min-request-timeout oidc-ca-file oidc-client-id
    oidc-groups-claim oidc-groups-prefix oidc-issuer-url oidc-required-claim oidc-signing-algs
    oidc-username-claim oidc-username-prefix permit-port-sharing profiling proxy-client-cert-file
    proxy-client-key-file request-timeout requestheader-allowed-names requestheader-client-ca-file
    requestheader-extra-headers-prefix requestheader-group-headers requestheader-username-headers runtime-config
    encryption-provider-config storage-media-type enable-priority-and-fairness secure-port service-account-extend-token-expiration service-account-issuer service-account-jwks-uri
    service-account-key-file service-account-lookup service-account-max-token-expiration
    service-account-signing-endpoint service-account-signing-key-file service-cluster-ip-range service-node-port-range
    show-hidden-metrics-for-version shutdown-delay-duration shutdown-send-retry-after
    strict-transport-security-directives tls-cert-file tls-cipher-suites tls-min-version tls-private-key-file
    tls-sni-cert-key token-auth-file tracing-config-file v
    disable-http2-serving emulated-version encryption-provider-config-automatic-reload etcd-readycheck-timeout
    min-compatibility-version peer-advertise-ip peer-advertise-port peer-ca-file shutdown-watch-termination-grace-period
    tls-curve-preferences storage-initialization-timeout`),
  withoutEffect: words(`
    add-dir-header address allow-metric-labels allow-metric-labels-manifest alsologtostderr azure-container-registry-config
    cloud-config cloud-provider cloud-provider-gce-l7lb-src-cidrs cloud-provider-gce-lb-src-cidrs
    contention-profiling default-watch-cache-size deserialization-cache-size enable-logs-handler
    experimental-logging-sanitization insecure-bind-address kubelet-https kubelet-read-only-port kubelet-timeout
    lease-reuse-duration-seconds log-backtrace-at log-dir log-file log-file-max-size log-flush-frequency
    log-json-info-buffer-size log-json-split-stream log-text-info-buffer-size log-text-split-stream logtostderr master-service-namespace one-output
    permit-address-sharing skip-headers skip-log-headers stderrthreshold target-ram-mb coordinated-leadership-lease-duration
    coordinated-leadership-renew-deadline coordinated-leadership-retry-period vmodule
    watch-cache watch-cache-sizes`),
  refused: words(`
    debug-socket-path etcd-servers-overrides insecure-port port ssh-keyfile ssh-user storage-backend`),
};

const outcomeOf = (name: string): string => {
  if (flagsWithoutEffect.some((flag) => flag.name === name)) return 'withoutEffect';
  if (refusedFlags.some((flag) => flag.name === name)) return 'refused';
  return knownNames().has(name) ? 'works' : 'unknown';
};

describe('every flag of releases 1.20 to 1.36', () => {
  it.each(Object.entries(inventory))('%s', (outcome, names) => {
    expect(names.filter((name) => outcomeOf(name) !== outcome)).toEqual([]);
  });

  it('no flag is in the tables that the releases did not have', () => {
    const known = new Set(Object.values(inventory).flat());
    const listed = [...flagsWithoutEffect, ...refusedFlags].map(({ name }) => name);
    expect(listed.filter((name) => !known.has(name))).toEqual([]);
  });

  it.each([...flagsWithoutEffect, ...refusedFlags])('--$name has a reason', ({ reason }) => {
    expect(reason).toMatch(/\w+ \w+/);
  });
});
