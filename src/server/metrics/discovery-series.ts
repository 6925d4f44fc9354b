import { Counter, type Registry } from 'prom-client';

/** Requests for the form of discovery that holds everything. */
export class DiscoverySeries {
  #aggregated: Counter<string> | undefined;
  #alone: Counter<string> | undefined;

  register(registry: Registry): void {
    this.#aggregated = new Counter({
      name: 'aggregator_discovery_aggregation_count_total',
      help: 'Requests for all that is served in one document.',
      registers: [registry],
    });
    this.#alone = new Counter({
      name: 'aggregator_discovery_nopeer_requests_total',
      help: 'Requests for what this server serves, whatever its peers do.',
      registers: [registry],
    });
  }

  readonly aggregated = (isAlone: boolean): void => {
    this.#aggregated?.inc();
    if (isAlone) this.#alone?.inc();
  };
}
