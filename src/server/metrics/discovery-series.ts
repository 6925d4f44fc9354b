import { Counter, type Registry } from 'prom-client';

/** Requests for the form of discovery that holds everything. */
export class DiscoverySeries {
  #aggregated: Counter<string> | undefined;

  register(registry: Registry): void {
    this.#aggregated = new Counter({
      name: 'aggregator_discovery_aggregation_count_total',
      help: 'Requests for all that is served in one document.',
      registers: [registry],
    });
  }

  readonly aggregated = (): void => {
    this.#aggregated?.inc();
  };
}
