import type { Objects } from '../../api/meta/lister.ts';
import { Classifier, type SchemaConfiguration } from './classifier.ts';
import type { FlowObserver, FlowSeries } from './flow-observer.ts';
import type { FlowRequest } from './flow-rules.ts';
import { type LevelConfiguration, type PriorityLevel, PriorityLevels } from './priority-levels.ts';
import { RetryAfter } from './retry-after.ts';
import type { LevelSize } from './seat-estimate.ts';
import { FlowSeatHolder } from './seat-holder.ts';
import { heldSeats, plainWork, type Work } from './work.ts';

export interface FlowControlOptions {
  objects: Objects;
  /** The API group of the objects, in the words of the dialect. */
  group: string;
  /** The FlowSchemas and levels that apply even if their objects are missing. */
  mandatory: { schemas: readonly SchemaConfiguration[]; levels: readonly LevelConfiguration[] };
  /** Seats of all limited levels together. */
  totalSeats: number;
  /** Watches that hear of a write; undefined for a request that is none. */
  watchesOf: (request: FlowRequest) => number | undefined;
  /** The work of a request. `level`: that of the request. `watches`: those that hear of it. */
  workOf: (request: FlowRequest, level: LevelSize, watches: number | undefined) => Work;
  /** Milliseconds that a request may wait. */
  maxWait: number;
  observer: FlowObserver;
  /** A monotonic clock, in seconds. */
  now: () => number;
  /** Whether levels lend seats to each other: then those are divided anew from time to time. */
  lends: boolean;
  /** Whether clients that are refused are told to wait longer while more of them come. */
  raisesRetryAfter: boolean;
}

/** Milliseconds between two divisions of the seats. */
const divisionInterval = 10_000;

/**
 * Priority and fairness: each request belongs to a FlowSchema, each of these to a priority level with seats of its
 * own. So those that do too much only take from each other. Follows the objects; a change counts for the next request.
 */
export class FlowControl implements Disposable {
  readonly #options: FlowControlOptions;
  readonly #levels: PriorityLevels;
  readonly #series = new Map<string, FlowSeries>();
  /** By the name of the level. */
  readonly #refusals = new Map<string, RetryAfter>();
  readonly #observations: Disposable[];
  readonly #division: NodeJS.Timeout | undefined;
  /** Undefined when the objects have changed since it was made. */
  #classifier: Classifier | undefined;

  constructor(options: FlowControlOptions) {
    this.#options = options;
    this.#levels = new PriorityLevels(options.totalSeats, options.now);
    const changed = (): void => {
      this.#classifier = undefined;
    };
    this.#observations = [this.#schemas.observe(changed), this.#configurations.observe(changed)];
    if (options.lends) this.#division = setInterval(() => this.divide(), divisionInterval).unref();
  }

  /** In order of their names. */
  get levels(): PriorityLevel[] {
    this.#current();
    return this.#levels.all;
  }

  /** Part of the seats that they want which levels got when they were divided last. */
  get fairness(): number {
    return this.#levels.fairness;
  }

  /** Divides the seats anew, by what was asked of the levels since the last time. */
  divide(): void {
    this.#current();
    this.#levels.divide();
  }

  /** The seats of a request at its priority level. None is taken yet. */
  seatsFor(request: FlowRequest): FlowSeatHolder {
    const classified = this.#current().classify(request);
    const series = this.#seriesOf(classified.level.name, classified.schema);
    const watches = this.#options.watchesOf(request);
    if (watches !== undefined) series.watched(watches);
    const work = this.#workOf(request, classified.level, watches);
    series.estimated(heldSeats(work));
    return new FlowSeatHolder(classified, {
      subject: request,
      work,
      series,
      refused: () => this.#refused(classified.level.name),
      maxWait: this.#options.maxWait,
      now: this.#options.now,
    });
  }

  #workOf(request: FlowRequest, level: PriorityLevel, watches: number | undefined): Work {
    const { queues, lending } = level;
    if (queues === undefined) return plainWork(1);
    const size = { seats: lending.bounds.nominal, handSize: queues.limits.queuing?.handSize };
    return this.#options.workOf(request, size, watches);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#division);
    for (const observation of this.#observations) observation[Symbol.dispose]();
  }

  get #schemas() {
    const { objects, group } = this.#options;
    return objects.lister<SchemaConfiguration>({ group, resource: 'flowschemas' });
  }

  get #configurations() {
    const { objects, group } = this.#options;
    return objects.lister<LevelConfiguration>({
      group,
      resource: 'prioritylevelconfigurations',
    });
  }

  #current(): Classifier {
    if (this.#classifier !== undefined) return this.#classifier;
    const { schemas, levels } = this.#options.mandatory;
    this.#levels.configure(withMissing(this.#configurations.list(), levels));
    const all = withMissing(this.#schemas.list(), schemas);
    this.#classifier = new Classifier(all, (name) => this.#levels.get(name));
    return this.#classifier;
  }

  #refused(level: string): number {
    const { raisesRetryAfter, now } = this.#options;
    if (!raisesRetryAfter) return 1;
    let refusals = this.#refusals.get(level);
    if (refusals === undefined) this.#refusals.set(level, (refusals = new RetryAfter(now)));
    return refusals.refused();
  }

  #seriesOf(level: string, schema: string): FlowSeries {
    const key = `${level} ${schema}`;
    const known = this.#series.get(key);
    if (known !== undefined) return known;
    const series = this.#options.observer.series(level, schema);
    this.#series.set(key, series);
    return series;
  }
}

function withMissing<T extends SchemaConfiguration | LevelConfiguration>(
  present: readonly T[],
  mandatory: readonly T[],
): T[] {
  const names = new Set(present.map(({ metadata }) => metadata.name));
  return [...present, ...mandatory.filter(({ metadata }) => !names.has(metadata.name))];
}
