import type { Clock } from '../clock.ts';
import { Buckets } from './live-metric.ts';

/** 10 ns, ten times that, and so on up to 10 s. */
const bounds = Array.from({ length: 10 }, (_, power) => 1e-8 * 10 ** power);

/** Figures of all queues of one name. Durations in seconds, times in milliseconds. */
export class QueueFigures {
  depth = 0;
  adds = 0;
  retries = 0;
  readonly waited = new Buckets(bounds);
  readonly worked = new Buckets(bounds);
  /** Start of each work that is under way. */
  readonly begun = new Set<{ at: number }>();
}

/** Counts what happens to the keys of one queue. */
export class QueueMeter {
  readonly #figures: QueueFigures;
  readonly #clock: Clock;
  /** Time at which each waiting key was added. */
  readonly #added = new Map<string, number>();
  readonly #begun = new Map<string, { at: number }>();

  /** `clock`: a monotonic one. Queues of one name share their figures. */
  constructor(figures: QueueFigures, clock: Clock) {
    this.#figures = figures;
    this.#clock = clock;
  }

  /** A key waits that did not wait before. */
  added(key: string): void {
    this.#figures.adds++;
    this.#figures.depth++;
    this.#added.set(key, this.#clock.now());
  }

  /** A key is to be added again later. */
  retried(): void {
    this.#figures.retries++;
  }

  began(key: string): void {
    const at = this.#clock.now();
    const begun = { at };
    this.#figures.depth--;
    this.#figures.waited.add((at - (this.#added.get(key) ?? at)) / 1_000);
    this.#added.delete(key);
    this.#begun.set(key, begun);
    this.#figures.begun.add(begun);
  }

  ended(key: string): void {
    const begun = this.#begun.get(key);
    if (begun === undefined) return;
    this.#figures.worked.add((this.#clock.now() - begun.at) / 1_000);
    this.#begun.delete(key);
    this.#figures.begun.delete(begun);
  }

  /** Keys that wait are dropped. */
  dropped(): void {
    this.#figures.depth -= this.#added.size;
    this.#added.clear();
  }
}
