import type { Registry } from 'prom-client';
import type { AllocationScope, RangeObserver } from '../../registry/ranges/range-observer.ts';
import { Buckets, type Labels, liveMetric, type Value } from '../../util/metrics/live-metric.ts';
import { defaultBounds } from './bounds.ts';
import { inTime } from './in-time.ts';

/** Use of a range: members that are taken, of all that it has. */
export interface RangeUse {
  /** The addresses of a range, as text; undefined for the ports on the nodes. */
  readonly cidr: string | undefined;
  readonly taken: number;
  readonly size: number;
}

const noLabels: Labels = {};

interface Count {
  readonly labels: Labels;
  given: number;
  refused: number;
}

/** The addresses and ports of Services: how many are taken, and how they were given. */
export class RangeSeries implements RangeObserver {
  readonly now: () => number;
  readonly #product: string;
  readonly #addresses = new Map<string, Count>();
  readonly #ports = new Map<AllocationScope, Count>();
  readonly #durations = new Map<string, Buckets>();
  #asked: Promise<readonly RangeUse[]> | undefined;
  #repairErrors = 0;
  /** The ranges, when they are known. */
  uses: () => Promise<readonly RangeUse[]> = async () => [];

  /** `product`: first word of the metrics. `now`: milliseconds of a monotonic clock. */
  constructor(product: string, now: () => number) {
    this.#product = product;
    this.now = now;
  }

  register(registry: Registry): void {
    const add = (name: string, type: string, help: string, values: (name: string) => Value[]): void =>
      registry.registerMetric(liveMetric(name, type, help, values) as never);
    this.#registerUses(registry);
    for (const [sort, what, counts] of [
      ['clusterip', 'Addresses', this.#addresses],
      ['nodeport', 'Ports', this.#ports],
    ] as const) {
      const prefix = `${this.#product}_apiserver_${sort}_allocator_allocation_`;
      const values = (field: 'given' | 'refused') => () =>
        [...counts.values()]
          .filter((one) => one[field] > 0)
          .map((one) => ({ labels: one.labels, value: one[field] }));
      add(`${prefix}total`, 'counter', `${what} that were given to Services.`, values('given'));
      add(`${prefix}errors_total`, 'counter', `${what} that could not be given.`, values('refused'));
    }
    add(
      `${this.#product}_apiserver_clusterip_allocator_allocation_duration_seconds`,
      'histogram',
      'How long it took to give an address to a Service.',
      (name) => [...this.#durations].flatMap(([cidr, seconds]) => seconds.values(name, { cidr })),
    );
    add(
      'apiserver_nodeport_repair_reconcile_errors_total',
      'counter',
      'Times that the ports on the nodes could not be repaired.',
      () => [{ labels: {}, value: this.#repairErrors }],
    );
  }

  address(cidr: string, scope: AllocationScope, isGiven: boolean, since: number): void {
    const count = countOf(this.#addresses, `${scope} ${cidr}`, { cidr, scope });
    count[isGiven ? 'given' : 'refused']++;
    if (!isGiven) return;
    let durations = this.#durations.get(cidr);
    if (durations === undefined) this.#durations.set(cidr, (durations = new Buckets(defaultBounds)));
    durations.add((this.now() - since) / 1_000);
  }

  port(scope: AllocationScope, isGiven: boolean): void {
    countOf(this.#ports, scope, { scope })[isGiven ? 'given' : 'refused']++;
  }

  portsNotRepaired(): void {
    this.#repairErrors++;
  }

  /** Asks once for all metrics of a scrape. */
  #usesNow(): Promise<readonly RangeUse[]> {
    this.#asked ??= inTime(this.uses(), []).finally(() => {
      this.#asked = undefined;
    });
    return this.#asked;
  }

  #registerUses(registry: Registry): void {
    const addUse = (
      name: string,
      help: string,
      isOfPorts: boolean,
      read: (use: RangeUse) => number,
    ): void => {
      const values = async (): Promise<Value[]> =>
        (await this.#usesNow())
          .filter(({ cidr }) => (cidr === undefined) === isOfPorts)
          .map((use) => ({
            labels: use.cidr === undefined ? noLabels : { cidr: use.cidr },
            value: read(use),
          }));
      registry.registerMetric(
        liveMetric(`${this.#product}_apiserver_${name}`, 'gauge', help, values) as never,
      );
    };
    const [taken, free] = [({ taken }: RangeUse) => taken, ({ taken, size }: RangeUse) => size - taken];
    addUse('clusterip_allocator_allocated_ips', 'Addresses that Services have.', false, taken);
    addUse('clusterip_allocator_available_ips', 'Addresses that are free for Services.', false, free);
    addUse('nodeport_allocator_allocated_ports', 'Ports on the nodes that Services have.', true, taken);
    addUse(
      'nodeport_allocator_available_ports',
      'Ports on the nodes that are free for Services.',
      true,
      free,
    );
  }
}

function countOf<Key>(counts: Map<Key, Count>, key: Key, labels: Labels): Count {
  let known = counts.get(key);
  if (known === undefined) counts.set(key, (known = { labels, given: 0, refused: 0 }));
  return known;
}
