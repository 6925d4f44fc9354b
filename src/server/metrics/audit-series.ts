import type { Registry } from 'prom-client';
import type { AuditObserver } from '../../access/audit/backend.ts';
import { liveMetric, type Value } from '../../util/metrics/live-metric.ts';

/** The series of audit events. */
export class AuditSeries implements AuditObserver {
  readonly #levels = new Map<string, number>();
  readonly #lost = new Map<string, number>();
  #events = 0;
  #rejected = 0;

  register(registry: Registry): void {
    const counter = (name: string, help: string, values: () => Value[]): void =>
      registry.registerMetric(liveMetric(name, 'counter', help, values) as never);
    counter('apiserver_audit_event_total', 'Audit events that were made.', () => [
      { labels: {}, value: this.#events },
    ]);
    counter('apiserver_audit_error_total', 'Audit events that were lost, by the part that lost them.', () =>
      [...this.#lost].map(([plugin, value]) => ({ labels: { plugin }, value })),
    );
    counter(
      'apiserver_audit_requests_rejected_total',
      'Requests refused because their arrival could not be recorded.',
      () => [{ labels: {}, value: this.#rejected }],
    );
    counter('apiserver_audit_level_total', 'Requests by the level that the audit policy gave them.', () =>
      [...this.#levels].map(([level, value]) => ({ labels: { level }, value })),
    );
  }

  level(level: string): void {
    this.#levels.set(level, (this.#levels.get(level) ?? 0) + 1);
  }

  event(): void {
    this.#events++;
  }

  lost(plugin: string, count: number): void {
    this.#lost.set(plugin, (this.#lost.get(plugin) ?? 0) + count);
  }

  rejected(): void {
    this.#rejected++;
  }
}
