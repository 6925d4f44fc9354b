import type { Registry } from 'prom-client';
import { Buckets, liveMetric } from '../../util/metrics/live-metric.ts';
import { defaultBounds } from './bounds.ts';

/** 10 µs, four times that, and so on up to 2.6 s. */
const ratchetingBounds = Array.from({ length: 10 }, (_, power) => 1e-5 * 4 ** power);
const comparisonBounds = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 5];

type Comparison = 'equal_objects' | 'unequal_objects_fast';

/** Durations of the checks of objects: by the rules of custom resources, and against what is stored. */
export class RuleSeries {
  readonly #compilations = new Buckets(defaultBounds);
  readonly #evaluations = new Buckets(defaultBounds);
  readonly #ratcheting = new Buckets(ratchetingBounds);
  readonly #comparisons: Readonly<Record<Comparison, Buckets>> = {
    equal_objects: new Buckets(comparisonBounds),
    unequal_objects_fast: new Buckets(comparisonBounds),
  };

  register(registry: Registry): void {
    const add = (name: string, help: string, durations: Buckets): void =>
      registry.registerMetric(
        liveMetric(name, 'histogram', help, (full) => durations.values(full, {})) as never,
      );
    add(
      'apiserver_cel_compilation_duration_seconds',
      'How long it took to compile a rule of custom resources.',
      this.#compilations,
    );
    add(
      'apiserver_cel_evaluation_duration_seconds',
      'How long it took to ask the rules of custom resources about an object.',
      this.#evaluations,
    );
    add(
      'apiextensions_apiserver_validation_ratcheting_seconds',
      'How long it took to find out what was wrong with a custom resource before it was changed.',
      this.#ratcheting,
    );
    registry.registerMetric(
      liveMetric(
        'apiserver_request_timestamp_comparison_time',
        'histogram',
        'How long it took to compare an object that was changed with what is stored.',
        (name) =>
          Object.entries(this.#comparisons).flatMap(([code_path, durations]) =>
            durations.values(name, { code_path }),
          ),
      ) as never,
    );
  }

  readonly compiled = (seconds: number): void => this.#compilations.add(seconds);
  readonly evaluated = (seconds: number): void => this.#evaluations.add(seconds);
  readonly ratcheted = (seconds: number): void => this.#ratcheting.add(seconds);

  readonly compared = (isEqual: boolean, seconds: number): void =>
    this.#comparisons[isEqual ? 'equal_objects' : 'unequal_objects_fast'].add(seconds);
}
