import { Counter, type Registry } from 'prom-client';
import type { RequestInfo } from '../../api/request/request-info.ts';

/** Series of requests that servers of other releases answer. */
export class PeerSeries {
  #rerouted: Counter<string> | undefined;
  #failures: Counter<string> | undefined;
  #unknown: Counter<string> | undefined;

  register(registry: Registry): void {
    const counter = (name: string, help: string, labelNames: string[] = []): Counter<string> =>
      new Counter({ name, help, labelNames, registers: [registry] });
    this.#rerouted = counter(
      'apiserver_rerouted_request_total',
      'Requests that were passed on to another server of this cluster, by the answer.',
      ['code', 'group', 'version', 'resource'],
    );
    this.#failures = counter(
      'apiserver_peer_proxy_errors_total',
      'Requests that were to be passed on to another server, and were not.',
      ['type'],
    );
    this.#unknown = counter(
      'apiserver_peer_discovery_sync_errors_total',
      'Times that another server could not be asked what it has.',
      ['type'],
    );
  }

  rerouted(code: number, { group, version, resource }: RequestNames): void {
    this.#rerouted?.inc({ code: String(code), group, version, resource });
  }

  failed(type: string): void {
    this.#failures?.inc({ type });
  }

  notSynced(type: string): void {
    this.#unknown?.inc({ type });
  }
}

type RequestNames = Pick<RequestInfo, 'group' | 'version' | 'resource'>;
