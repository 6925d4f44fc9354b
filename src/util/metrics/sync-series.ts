import type { Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import { Buckets, liveMetric, type Value } from './live-metric.ts';

/** 1 ms, twice that, and so on up to 16 s. */
const bounds = Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power);

/** The controllers that count their syncs one by one, as their metrics name them. */
const syncing = ['root_ca_cert_publisher'] as const;

export type SyncingController = (typeof syncing)[number];

/** The syncs of one controller that ended with one code. */
interface Figures {
  count: number;
  readonly seconds: Buckets;
}

/** Measures a sync: `codeOf` is the code of the error it failed with. One that succeeds counts as 200. */
export type SyncMeter = (sync: () => Promise<void>, codeOf: (error: unknown) => number) => Promise<void>;

/** Number of syncs that controllers made, and their times, by the code of the API's answer. */
export class SyncSeries {
  readonly #clock: Clock;
  readonly #figures = new Map(syncing.map((controller) => [controller, new Map<number, Figures>()]));

  /** `clock`: a monotonic one. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  register(registry: Registry): void {
    for (const [controller, figures] of this.#figures) {
      const add = (suffix: string, type: string, help: string, values: (name: string) => Value[]): void =>
        registry.registerMetric(liveMetric(`${controller}_${suffix}`, type, help, values) as never);
      add('sync_total', 'counter', 'Syncs of namespaces, by the code of the answer.', () =>
        [...figures].map(([code, { count }]) => ({ labels: { code }, value: count })),
      );
      add('sync_duration_seconds', 'histogram', 'How long syncs of namespaces took.', (name) =>
        [...figures].flatMap(([code, { seconds }]) => seconds.values(name, { code })),
      );
    }
  }

  /** For one controller. */
  readonly syncMeterOf = (controller: SyncingController): SyncMeter => {
    const figures = this.#figures.get(controller)!;
    return async (sync, codeOf) => {
      const begun = this.#clock.now();
      let code = 200;
      try {
        await sync();
      } catch (error) {
        code = codeOf(error);
        throw error;
      } finally {
        let known = figures.get(code);
        if (known === undefined) figures.set(code, (known = { count: 0, seconds: new Buckets(bounds) }));
        known.count++;
        known.seconds.add((this.#clock.now() - begun) / 1_000);
      }
    };
  };
}
