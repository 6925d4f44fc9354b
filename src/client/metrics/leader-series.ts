import type { Registry } from 'prom-client';
import { liveMetric } from '../../util/metrics/live-metric.ts';

/** Whether this process leads, by the name of the lease. */
export class LeaderSeries {
  readonly #elections = new Map<string, () => boolean>();

  register(registry: Registry): void {
    const help = '1 while this process leads, 0 while it does not.';
    const values = () =>
      [...this.#elections].map(([name, isLeader]) => ({ labels: { name }, value: isLeader() ? 1 : 0 }));
    registry.registerMetric(liveMetric('leader_election_master_status', 'gauge', help, values) as never);
  }

  /** `isLeader` is asked at each scrape. */
  follow(name: string, isLeader: () => boolean): void {
    this.#elections.set(name, isLeader);
  }
}
