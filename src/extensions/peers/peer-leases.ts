import type { Lister } from '../../api/meta/lister.ts';
import type { CoordinationV1Lease } from '../../api/schema/types.gen.ts';
import { timeMs } from '../../api/values/time.ts';
import type { Address } from '../../client/connections.ts';
import type { Clock } from '../../util/clock.ts';

export interface PeerLeasesOptions {
  leases: Pick<Lister<CoordinationV1Lease>, 'get' | 'observe'>;
  namespace: string;
  /** The label of the Leases of servers. */
  label: { name: string; value: string };
  /** The annotation with the address at which others reach the server. */
  addressAnnotation: string;
  /** The Lease of this server. */
  ownName: string;
  clock: Clock;
  /** Called with the name of a server that has come or gone, started again, or is at another address. */
  changed(name: string): void;
}

/** The other servers of this cluster, by the Leases that they renew. */
export class PeerLeases implements Disposable {
  readonly #options: PeerLeasesOptions;
  /** Run and address of each server, by the name of its Lease. */
  readonly #known = new Map<string, string>();
  #observing: Disposable | undefined;

  constructor(options: PeerLeasesOptions) {
    this.#options = options;
  }

  /** Once the caches are loaded. */
  start(): void {
    const { leases, namespace } = this.#options;
    this.#observing = leases.observe((change) => {
      if (change.namespace === namespace) this.#look(change.name, change.after());
    });
  }

  [Symbol.dispose](): void {
    this.#observing?.[Symbol.dispose]();
  }

  get names(): Iterable<string> {
    return this.#known.keys();
  }

  has(name: string): boolean {
    return this.#known.has(name);
  }

  /** Undefined where the server has gone, or does not say where it is. */
  addressOf(name: string): Address | undefined {
    const lease = this.#options.leases.get(this.#options.namespace, name);
    return lease !== undefined && this.#isAlive(lease) ? this.#address(lease) : undefined;
  }

  #look(name: string, lease: CoordinationV1Lease | undefined): void {
    if (name === this.#options.ownName) return;
    const run = lease !== undefined && this.#isPeer(lease) ? this.#runOf(lease) : undefined;
    if (run === this.#known.get(name)) return;
    if (run === undefined) this.#known.delete(name);
    else this.#known.set(name, run);
    this.#options.changed(name);
  }

  #isPeer({ metadata, spec }: CoordinationV1Lease): boolean {
    const { name, value } = this.#options.label;
    return metadata?.labels?.[name] === value && Boolean(spec?.holderIdentity);
  }

  #runOf(lease: CoordinationV1Lease): string {
    const { addressAnnotation } = this.#options;
    return `${lease.spec?.holderIdentity} ${lease.metadata?.annotations?.[addressAnnotation] ?? ''}`;
  }

  #isAlive({ spec }: CoordinationV1Lease): boolean {
    const { renewTime, leaseDurationSeconds = 0 } = spec ?? {};
    if (!renewTime) return false;
    return timeMs(renewTime) + Number(leaseDurationSeconds) * 1000 >= this.#options.clock.now();
  }

  #address({ metadata }: CoordinationV1Lease): Address | undefined {
    const text = metadata?.annotations?.[this.#options.addressAnnotation] ?? '';
    const [, bare, bracketed, port] = /^(?:([^[\]:]+)|\[([^[\]]+)\]):(\d{1,5})$/.exec(text) ?? [];
    const host = bare ?? bracketed;
    return host === undefined ? undefined : { host, port: Number(port) };
  }
}
