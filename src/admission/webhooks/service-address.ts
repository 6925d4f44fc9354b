import type { Lister, Objects } from '../../api/meta/lister.ts';
import type { CoreV1Endpoints, CoreV1Service } from '../../api/schema/types.gen.ts';
import type { Address } from '../../client/connections.ts';
import { goQuote } from '../../util/quote.ts';
import type { Random } from '../../util/random.ts';

/** The Service of this server itself, which is reached without going round by the network. */
export interface OwnService {
  namespace: string;
  name: string;
  address: Address;
}

const ownPort = 443;

const routed = ['ClusterIP', 'NodePort', 'LoadBalancer'];

/** Finds where the Services of webhooks are: asked at each new connection, as they move. */
export class ServiceAddresses {
  readonly #services: Lister<CoreV1Service>;
  readonly #endpoints: Lister<CoreV1Endpoints>;
  readonly #random: Random;
  readonly #toPods: boolean;
  readonly #own: OwnService | undefined;

  /**
   * `toPods`: straight to one of the addresses behind the Service, for servers that its own address does not reach.
   * `own`: the Service of this server itself, and where that is.
   */
  constructor(objects: Objects, random: Random, toPods: boolean, own?: OwnService) {
    this.#own = own;
    this.#services = objects.lister<CoreV1Service>({ group: '', resource: 'services' });
    this.#endpoints = objects.lister<CoreV1Endpoints>({ group: '', resource: 'endpoints' });
    this.#random = random;
    this.#toPods = toPods;
  }

  /** Throws an error whose message goes into the answer or the status. */
  locate(namespace: string, name: string, port: number): Address {
    const own = this.#own;
    if (own?.namespace === namespace && own.name === name && port === ownPort) return own.address;
    const service = this.#services.get(namespace, name);
    if (service === undefined) throw new Error(`service ${goQuote(name)} not found`);
    const type = service.spec?.type ?? 'ClusterIP';
    if (this.#toPods) return this.#podBehind(service, type, namespace, name, port);
    if (type === 'ExternalName') return { host: service.spec?.externalName ?? '', port };
    if (!routed.includes(type)) throw unsupported(type);
    const host = service.spec?.clusterIP ?? '';
    if (host === 'None') throw new Error('cannot route to service with ClusterIP "None"');
    portOf(service, name, port);
    return { host, port };
  }

  #podBehind(service: CoreV1Service, type: string, namespace: string, name: string, port: number): Address {
    if (!routed.includes(type)) throw unsupported(type);
    const wanted = portOf(service, name, port).name ?? '';
    const subsets = this.#endpoints.get(namespace, name)?.subsets ?? [];
    const ready = subsets.flatMap(({ addresses = [], ports = [] }) => {
      const found = ports.find((one) => (one.name ?? '') === wanted);
      return found === undefined ? [] : addresses.map(({ ip }) => ({ host: ip, port: found.port }));
    });
    if (ready.length === 0) throw new Error(`no endpoints available for service ${goQuote(name)}`);
    return ready[this.#random.below(ready.length)]!;
  }
}

type ServicePort = NonNullable<NonNullable<CoreV1Service['spec']>['ports']>[number];

function portOf({ spec }: CoreV1Service, name: string, port: number): ServicePort {
  const found = (spec?.ports ?? []).find((one) => one.port === port);
  if (found === undefined) throw new Error(`no service port ${port} found for service ${goQuote(name)}`);
  return found;
}

const unsupported = (type: string): Error => new Error(`unsupported service type ${goQuote(type)}`);
