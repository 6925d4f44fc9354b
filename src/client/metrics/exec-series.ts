import type { Registry } from 'prom-client';
import type { Clock } from '../../util/clock.ts';
import { Buckets, liveMetric, type Value } from '../../util/metrics/live-metric.ts';
import type { ExecCallStatus, ExecObserver } from '../config/exec/exec-observer.ts';

const minute = 60;
const day = 86_400;
const month = 30 * day;
const ageBounds = [
  ...[10 * minute, 30 * minute, 60 * minute, 240 * minute, day, 7 * day],
  ...[month, 3 * month, 6 * month, 12 * month, 48 * month],
];

/** The metrics of credential plugins. */
export class ExecSeries implements ExecObserver {
  readonly #clock: Clock;
  readonly #calls = new Map<string, Value>();
  /** Time at which the certificate ends that each program gave last. */
  readonly #ends = new Map<object, number>();
  readonly #ages = new Buckets(ageBounds);

  /** `clock`: the time of day. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  register(registry: Registry): void {
    const add = (name: string, type: string, help: string, values: (metric: string) => Value[]): void =>
      registry.registerMetric(liveMetric(`rest_client_exec_plugin_${name}`, type, help, values) as never);
    add('call_total', 'counter', 'Runs of programs that give credentials, and how they ended.', () => [
      ...this.#calls.values(),
    ]);
    const ttl = (): number => (Math.min(...this.#ends.values()) - this.#clock.now()) / 1_000;
    add('ttl_seconds', 'gauge', 'Until the first client certificate ends; +Inf when there is none.', () => [
      { labels: {}, value: ttl() },
    ]);
    add(
      'certificate_rotation_age',
      'histogram',
      'Seconds from the beginning of a client certificate until it was replaced.',
      (metric) => this.#ages.values(metric, {}),
    );
  }

  called(code: number, call_status: ExecCallStatus): void {
    const key = `${code} ${call_status}`;
    const count = this.#calls.get(key);
    if (count !== undefined) count.value++;
    else this.#calls.set(key, { labels: { code, call_status }, value: 1 });
  }

  certificate(program: object, end: number | undefined): void {
    if (end === undefined) this.#ends.delete(program);
    else this.#ends.set(program, end);
  }

  replaced(begin: number): void {
    this.#ages.add((this.#clock.now() - begin) / 1_000);
  }
}
