import type { Registry } from 'prom-client';
import { Buckets, type Labels, liveMetric } from '../../util/metrics/live-metric.ts';
import { RatioSamples } from './ratio-samples.ts';

const bounds = Array.from({ length: 11 }, (_, tenths) => tenths / 10);
/** Milliseconds after which limits are read again: a change of the configuration is rare. */
const limitsEvery = 1_000;

export type Phase = 'waiting' | 'executing';

/** One series of a pair of metrics: samples, and the marks between them. */
class Series {
  readonly labels: Labels;
  readonly samples = new Buckets(bounds);
  readonly marks = { high: new Buckets(bounds), low: new Buckets(bounds) };
  readonly #ratio: RatioSamples;
  #count = 0;

  constructor(labels: Labels, now: number) {
    this.labels = labels;
    this.#ratio = new RatioSamples(now, this.samples, this.marks);
  }

  change(by: number, limit: number, now: number): void {
    this.#count += by;
    this.#ratio.set(limit === 0 ? 0 : this.#count / limit, now);
  }

  look(now: number): void {
    this.#ratio.look(now);
  }
}

/** How full something with a limit is, sampled each millisecond: `<name>_samples` and `<name>_watermarks`. */
class SampledMetric {
  readonly #name: string;
  readonly #help: string;
  readonly #now: () => number;
  readonly #series = new Map<string, Series>();

  constructor(name: string, help: string, now: () => number) {
    this.#name = name;
    this.#help = help;
    this.#now = now;
  }

  register(registry: Registry): void {
    const all = (): Series[] => {
      const series = [...this.#series.values()];
      for (const one of series) one.look(this.#now());
      return series;
    };
    const samples = liveMetric(`${this.#name}_samples`, 'histogram', this.#help, (name) =>
      all().flatMap(({ labels, samples }) => samples.values(name, labels)),
    );
    const marks = liveMetric(
      `${this.#name}_watermarks`,
      'histogram',
      `${this.#help} The highest and the lowest in each millisecond.`,
      (name) =>
        all().flatMap(({ labels, marks: { high, low } }) => [
          ...high.values(name, { ...labels, mark: 'high' }),
          ...low.values(name, { ...labels, mark: 'low' }),
        ]),
    );
    for (const one of [samples, marks]) registry.registerMetric(one as never);
  }

  change(key: string, labels: () => Labels, by: number, limit: number): void {
    const now = this.#now();
    let series = this.#series.get(key);
    if (series === undefined) this.#series.set(key, (series = new Series(labels(), now)));
    series.change(by, limit, now);
  }
}

/** What a priority level is bounded by. */
export interface LevelBounds {
  seats: number;
  /** Requests that fit into its queues. */
  places: number;
}

/** How full priority levels are, and the limits of reads and writes. */
export class FlowSamples {
  readonly #now: () => number;
  readonly #requests: SampledMetric;
  readonly #seats: SampledMetric;
  readonly #kinds: SampledMetric;
  readonly #limitsOfKinds: Readonly<Record<string, number>>;
  readonly #bounds = new Map<string, LevelBounds & { readAt: number }>();
  /** Undefined for a level without limits. */
  boundsOf: (level: string) => LevelBounds | undefined = () => undefined;

  /** `now`: milliseconds of a monotonic clock. `limitsOfKinds`: in-flight requests by `readOnly` and `mutating`. */
  constructor(now: () => number, limitsOfKinds: Readonly<Record<string, number>>) {
    this.#now = now;
    this.#limitsOfKinds = limitsOfKinds;
    const prefix = 'apiserver_flowcontrol';
    const metric = (name: string, help: string) => new SampledMetric(`${prefix}_${name}`, help, now);
    this.#requests = metric(
      'priority_level_request_count',
      'Requests of a priority level, as a part of its limit.',
    );
    this.#seats = metric(
      'priority_level_seat_count',
      'Seats in use of a priority level, as a part of its seats.',
    );
    this.#kinds = metric(
      'read_vs_write_request_count',
      'Requests that read and requests that write, as a part of their limits.',
    );
    for (const kind of Object.keys(limitsOfKinds))
      for (const phase of ['waiting', 'executing'] as const) this.kind(kind, phase, 0);
  }

  register(registry: Registry): void {
    for (const one of [this.#requests, this.#seats, this.#kinds]) one.register(registry);
  }

  level(priority_level: string, phase: Phase, change: 1 | -1): void {
    const known = this.#boundsOf(priority_level);
    if (known === undefined) return;
    const limit = phase === 'executing' ? known.seats : known.places;
    const key = `${priority_level} ${phase}`;
    this.#requests.change(key, () => ({ priority_level, phase }), change, limit);
  }

  seats(priority_level: string, change: number): void {
    const known = this.#boundsOf(priority_level);
    if (known !== undefined)
      this.#seats.change(priority_level, () => ({ priority_level }), change, known.seats);
  }

  kind(request_kind: string, phase: Phase, change: -1 | 0 | 1): void {
    const limit = this.#limitsOfKinds[request_kind] ?? 0;
    this.#kinds.change(`${request_kind} ${phase}`, () => ({ request_kind, phase }), change, limit);
  }

  #boundsOf(level: string): LevelBounds | undefined {
    const now = this.#now();
    const known = this.#bounds.get(level);
    if (known !== undefined && now - known.readAt < limitsEvery) return known;
    const read = this.boundsOf(level);
    if (read === undefined) return known;
    const fresh = { ...read, readAt: now };
    this.#bounds.set(level, fresh);
    return fresh;
  }
}
