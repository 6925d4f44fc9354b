import type { Registry } from 'prom-client';
import { Buckets, liveMetric } from '../../util/metrics/live-metric.ts';
import type { FieldValidation } from '../field-validation.ts';
import type { RequestState } from '../request-state.ts';

/** 50 KB, and 100 KB up to 3 MB, in steps of 100 KB. */
const sizeBounds = [50_000, ...Array.from({ length: 31 }, (_, step) => 100_000 * (step + 1))];
const durationBounds = [
  ...[0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60],
];

const validations: readonly FieldValidation[] = ['Ignore', 'Warn', 'Strict'];

/** Verbs of requests with an object in them. */
const writes = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);
const validated = new Set(['create', 'update', 'patch']);

interface Sizes {
  labels: { group: string; resource: string; verb: string };
  bytes: Buckets;
}

/** Bodies of writes, and how long writes took by how strictly their fields are checked. */
export class WriteSeries {
  readonly #sizes = new Map<string, Sizes>();
  readonly #durations = new Map(validations.map((level) => [level, new Buckets(durationBounds)]));

  register(registry: Registry): void {
    const metrics = [
      liveMetric(
        'apiserver_request_body_size_bytes',
        'histogram',
        'Bytes of the bodies of writes, by resource type.',
        (name) => [...this.#sizes.values()].flatMap(({ labels, bytes }) => bytes.values(name, labels)),
      ),
      liveMetric(
        'field_validation_request_duration_seconds',
        'histogram',
        'How long writes took, by how strictly their fields are checked.',
        (name) =>
          [...this.#durations].flatMap(([field_validation, durations]) =>
            durations.count === 0 ? [] : durations.values(name, { field_validation }),
          ),
      ),
    ];
    for (const one of metrics) registry.registerMetric(one as never);
  }

  /** `byDefault`: how strictly fields are checked for clients that do not say. */
  done(
    { info, served, applies, bodyBytes }: RequestState,
    seconds: number,
    byDefault: FieldValidation,
  ): void {
    if (served === undefined || !writes.has(info.verb)) return;
    if (bodyBytes > 0) this.#sizesOf(served.definition, applies ? 'apply' : info.verb).add(bodyBytes);
    if (!validated.has(info.verb)) return;
    const given = info.query.get('fieldValidation') || byDefault;
    this.#durations.get(given as FieldValidation)?.add(seconds);
  }

  #sizesOf({ group, plural: resource }: { group: string; plural: string }, verb: string): Buckets {
    const key = `${group}/${resource} ${verb}`;
    let known = this.#sizes.get(key);
    if (known === undefined) {
      known = { labels: { group, resource, verb }, bytes: new Buckets(sizeBounds) };
      this.#sizes.set(key, known);
    }
    return known.bytes;
  }
}
