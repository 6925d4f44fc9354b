import type { Registry } from 'prom-client';
import type { PodSecurityDecision, PodSecurityObserver } from '../../admission/pod-security-observer.ts';
import { type Labels, liveMetric, type Value } from '../../util/metrics/live-metric.ts';

interface Count {
  readonly labels: Labels;
  value: number;
}

/** Counts how the logs of pods are fetched, how streams into pods went, and what the standards of pods decide. */
export class PodSeries implements PodSecurityObserver {
  readonly #product: string;
  readonly #logs = { enforce_tls: 0, skip_tls_allowed: 0 };
  #refusedAgents = 0;
  readonly #translated = new Map<string, Count>();
  readonly #tunnelled = new Map<string, Count>();
  readonly #evaluations = new Map<string, Count>();
  readonly #exemptions = new Map<string, Count>();

  /** `product`: first word of the metrics of logs. */
  constructor(product: string) {
    this.#product = product;
    for (const operation of ['create', 'update'])
      for (const resource of ['pod', 'controller']) this.#exemptionOf(operation, resource, '');
  }

  register(registry: Registry): void {
    const add = (name: string, help: string, values: () => Value[]): void =>
      registry.registerMetric(liveMetric(name, 'counter', help, values) as never);
    const logs = `${this.#product}_apiserver_pod_logs_`;
    // Releases before 1.27 say it twice.
    for (const prefix of [logs, `${logs}pods_logs_`]) {
      add(`${prefix}insecure_backend_total`, 'Requests for logs, by whether the agent was verified.', () =>
        Object.entries(this.#logs).map(([usage, value]) => ({ labels: { usage }, value })),
      );
      add(
        `${prefix}backend_tls_failure_total`,
        'Requests for logs that were refused by the certificate of the agent.',
        () => [{ labels: {}, value: this.#refusedAgents }],
      );
    }
    const streams = 'apiserver_stream_';
    add(
      `${streams}translator_requests_total`,
      'Streams by WebSocket that were translated, by how they went.',
      () => [...this.#translated.values()],
    );
    add(
      `${streams}tunnel_requests_total`,
      'Streams that were carried in a WebSocket, by how they began.',
      () => [...this.#tunnelled.values()],
    );
    add('pod_security_evaluations_total', 'Decisions of the standards of pods.', () => [
      ...this.#evaluations.values(),
    ]);
    add('pod_security_exemptions_total', 'Requests that are exempt from the standards of pods.', () => [
      ...this.#exemptions.values(),
    ]);
  }

  logAsked(isVerified: boolean): void {
    this.#logs[isVerified ? 'enforce_tls' : 'skip_tls_allowed']++;
  }

  readonly agentRefused = (): void => {
    this.#refusedAgents++;
  };

  readonly translated = (code: number): void => {
    countOf(this.#translated, String(code), { code: String(code) }).value++;
  };

  readonly tunnelled = (code: number): void => {
    countOf(this.#tunnelled, String(code), { code: String(code) }).value++;
  };

  evaluated(labels: PodSecurityDecision): void {
    countOf(this.#evaluations, Object.values(labels).join(' '), { ...labels }).value++;
  }

  exempted(request_operation: string, resource: string, subresource: string): void {
    this.#exemptionOf(request_operation, resource, subresource).value++;
  }

  #exemptionOf(request_operation: string, resource: string, subresource: string): Count {
    const key = `${request_operation} ${resource} ${subresource}`;
    return countOf(this.#exemptions, key, { request_operation, resource, subresource });
  }
}

function countOf(counts: Map<string, Count>, key: string, labels: Labels): Count {
  let known = counts.get(key);
  if (known === undefined) counts.set(key, (known = { labels, value: 0 }));
  return known;
}
