import type { Registry } from 'prom-client';
import { Buckets, type Labels, liveMetric, type Value } from '../../util/metrics/live-metric.ts';
import { RatioSamples } from './ratio-samples.ts';

const tenths = Array.from({ length: 11 }, (_, tenth) => tenth / 10);
/** Milliseconds after which limits are read again: a change of the configuration is rare. */
const limitsInterval = 1_000;

export type Phase = 'waiting' | 'executing';

/** The metrics made of how full a queue or a level is. */
interface Shape {
  /** Without `apiserver_flowcontrol_`. */
  readonly name: string;
  readonly bounds: readonly number[];
  /** Whether there is one metric of samples and one of the highest and the lowest between them; else samples alone. */
  readonly hasMarks: boolean;
}

type Subject = 'requests' | 'seats' | 'kinds';

const withMarks = (name: string): Shape => ({ name, bounds: tenths, hasMarks: true });
const samplesAlone = (name: string, bounds: readonly number[]): Shape => ({ name, bounds, hasMarks: false });

/** Seats that are held and wanted, as a part of those of the level. */
const demandShape = samplesAlone('demand_seats', [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.7, 2, 2.8, 4, 6]);

const shapes: Readonly<Record<Subject, Shape>> = {
  requests: withMarks('priority_level_request_count'),
  seats: withMarks('priority_level_seat_count'),
  kinds: withMarks('read_vs_write_request_count'),
};

/** Shapes in release 1.25 and later. */
const laterShapes: Readonly<Record<Subject, Shape>> = {
  requests: samplesAlone('priority_level_request_utilization', [
    ...[0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.25, 0.5, 0.75, 1],
  ]),
  seats: samplesAlone('priority_level_seat_utilization', [...tenths.slice(0, -1), 0.95, 0.99, 1]),
  kinds: samplesAlone('read_vs_write_current_requests', [
    ...[0, 0.001, 0.01, ...tenths.slice(1, -1), 0.95, 0.99, 1],
  ]),
};

/** One series: samples, and the marks between them, if wanted. */
class Series {
  readonly labels: Labels;
  readonly samples: Buckets;
  readonly marks: { high: Buckets; low: Buckets } | undefined;
  readonly #ratio: RatioSamples;
  #count = 0;

  constructor(labels: Labels, { bounds, hasMarks }: Shape, now: number) {
    this.labels = labels;
    this.samples = new Buckets(bounds);
    this.marks = hasMarks ? { high: new Buckets(bounds), low: new Buckets(bounds) } : undefined;
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

/** Fill of something with a limit, sampled each millisecond. */
class SampledMetric {
  readonly #shape: Shape;
  readonly #help: string;
  readonly #now: () => number;
  readonly #series = new Map<string, Series>();

  constructor(shape: Shape, help: string, now: () => number) {
    this.#shape = shape;
    this.#help = help;
    this.#now = now;
  }

  register(registry: Registry, beforeScrape: () => void): void {
    const all = (): Series[] => {
      beforeScrape();
      const series = [...this.#series.values()];
      for (const one of series) one.look(this.#now());
      return series;
    };
    const add = (suffix: string, help: string, values: (one: Series, name: string) => Value[]): void => {
      const full = `apiserver_flowcontrol_${this.#shape.name}${suffix}`;
      const read = (name: string) => all().flatMap((one) => values(one, name));
      registry.registerMetric(liveMetric(full, 'histogram', help, read) as never);
    };
    const { hasMarks } = this.#shape;
    add(hasMarks ? '_samples' : '', this.#help, ({ labels, samples }, name) => samples.values(name, labels));
    if (!hasMarks) return;
    const help = `${this.#help} The highest and the lowest in each millisecond.`;
    add('_watermarks', help, ({ labels, marks }, name) => [
      ...marks!.high.values(name, { ...labels, mark: 'high' }),
      ...marks!.low.values(name, { ...labels, mark: 'low' }),
    ]);
  }

  change(key: string, labels: () => Labels, by: number, limit: number): void {
    const now = this.#now();
    let series = this.#series.get(key);
    if (series === undefined) this.#series.set(key, (series = new Series(labels(), this.#shape, now)));
    series.change(by, limit, now);
  }
}

/** The bounds of a priority level. */
export interface LevelBounds {
  seats: number;
  /** Requests that fit into its queues. */
  places: number;
}

interface SampleOptions {
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  /** In-flight requests by `readOnly` and `mutating`. */
  limitsOfKinds: Readonly<Record<string, number>>;
  /** Whether the metrics are those of release 1.25 and later. */
  isLater: boolean;
}

/** Fill of priority levels, and of the limits of reads and writes. */
export class FlowSamples {
  readonly #now: () => number;
  readonly #requests: SampledMetric;
  readonly #seats: SampledMetric;
  readonly #kinds: SampledMetric;
  readonly #demand: SampledMetric;
  readonly #limitsOfKinds: Readonly<Record<string, number>>;
  readonly #seatLabels: Labels;
  readonly #bounds = new Map<string, LevelBounds & { readAt: number }>();
  /** Names of the priority levels. */
  levels: () => readonly string[] = () => [];
  /** Undefined for a level without limits. */
  boundsOf: (level: string) => LevelBounds | undefined = () => undefined;

  constructor({ now, limitsOfKinds, isLater }: SampleOptions) {
    this.#now = now;
    this.#limitsOfKinds = limitsOfKinds;
    this.#seatLabels = isLater ? { phase: 'executing' } : {};
    const { requests, seats, kinds } = isLater ? laterShapes : shapes;
    this.#requests = new SampledMetric(
      requests,
      'Requests of a priority level, as a part of its limit.',
      now,
    );
    this.#seats = new SampledMetric(seats, 'Seats in use of a priority level, as a part of its seats.', now);
    this.#kinds = new SampledMetric(
      kinds,
      'Requests that read and requests that write, as a part of their limits.',
      now,
    );
    this.#demand = new SampledMetric(
      demandShape,
      'Seats that a priority level wants, as a part of its seats.',
      now,
    );
    for (const kind of Object.keys(limitsOfKinds))
      for (const phase of ['waiting', 'executing'] as const) this.kind(kind, phase, 0);
  }

  register(registry: Registry): void {
    const beforeScrape = (): void => this.#beginLevels();
    for (const one of [this.#requests, this.#seats, this.#kinds, this.#demand])
      one.register(registry, beforeScrape);
  }

  level(priority_level: string, phase: Phase, change: 1 | 0 | -1): void {
    const known = this.#boundsOf(priority_level);
    if (known === undefined) return;
    const limit = phase === 'executing' ? known.seats : known.places;
    const key = `${priority_level} ${phase}`;
    this.#requests.change(key, () => ({ priority_level, phase }), change, limit);
  }

  /** Seats that requests of a level hold: so many more. */
  seats(priority_level: string, change: number): void {
    const known = this.#boundsOf(priority_level);
    if (known === undefined) return;
    const labels = (): Labels => ({ priority_level, ...this.#seatLabels });
    this.#seats.change(priority_level, labels, change, known.seats);
    this.#wanted(priority_level, change, known);
  }

  /** Seats that requests of a level wait for: so many more. */
  waitingSeats(priority_level: string, change: number): void {
    const known = this.#boundsOf(priority_level);
    if (known !== undefined) this.#wanted(priority_level, change, known);
  }

  #wanted(priority_level: string, change: number, { seats }: LevelBounds): void {
    this.#demand.change(priority_level, () => ({ priority_level }), change, seats);
  }

  /** A level that nothing was asked of yet has its series as well. */
  #beginLevels(): void {
    for (const level of this.levels()) {
      for (const phase of ['waiting', 'executing'] as const) this.level(level, phase, 0);
      this.seats(level, 0);
    }
  }

  kind(request_kind: string, phase: Phase, change: -1 | 0 | 1): void {
    const limit = this.#limitsOfKinds[request_kind] ?? 0;
    this.#kinds.change(`${request_kind} ${phase}`, () => ({ request_kind, phase }), change, limit);
  }

  #boundsOf(level: string): LevelBounds | undefined {
    const now = this.#now();
    const known = this.#bounds.get(level);
    if (known !== undefined && now - known.readAt < limitsInterval) return known;
    const read = this.boundsOf(level);
    if (read === undefined) return known;
    const fresh = { ...read, readAt: now };
    this.#bounds.set(level, fresh);
    return fresh;
  }
}
