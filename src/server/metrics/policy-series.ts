import type { Registry } from 'prom-client';
import type {
  ObservedConditions,
  PolicyAction,
  PolicyErrorType,
  PolicyObserver,
} from '../../admission/policy-observer.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import { Buckets, liveMetric, type Value } from '../../util/metrics/live-metric.ts';

const bounds = [5e-7, 0.001, 0.01, 0.1, 1];
const conditionBounds = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];

/** Counts and durations of the same labels. */
class Series {
  readonly #bounds: readonly number[];
  readonly #all = new Map<string, { labels: Record<string, string>; count: number; durations: Buckets }>();

  constructor(of: readonly number[]) {
    this.#bounds = of;
  }

  add(labels: Record<string, string>, seconds: number): void {
    const key = Object.values(labels).join(' ');
    let series = this.#all.get(key);
    if (series === undefined) {
      series = { labels, count: 0, durations: new Buckets(this.#bounds) };
      this.#all.set(key, series);
    }
    series.count++;
    series.durations.add(seconds);
  }

  readonly counts = (): Value[] =>
    [...this.#all.values()].map(({ labels, count }) => ({ labels, value: count }));

  readonly durations = (metric: string): Value[] =>
    [...this.#all.values()].flatMap(({ labels, durations }) => durations.values(metric, labels));
}

/** Label that a decision has beside its action: releases before 1.31 do not say what went wrong. */
type LabelForm = 'state' | 'error_type';

const labelFormOf = (release: string): LabelForm => (isReleasedBy('1.31', release) ? 'error_type' : 'state');

/** Decisions of policies and of the conditions of webhooks. Their names are those that administrators gave them. */
export class PolicySeries implements PolicyObserver {
  readonly #validated = new Series(bounds);
  readonly #mutated = new Series(bounds);
  readonly #failed = new Series([]);
  readonly #excluded = new Series([]);
  readonly #asked = new Series(conditionBounds);
  readonly #labels: LabelForm;
  #defined = 0;

  /** `release`: that is served. */
  constructor(release: string) {
    this.#labels = labelFormOf(release);
  }

  register(registry: Registry): void {
    const add = (name: string, type: string, help: string, values: (metric: string) => Value[]): void =>
      registry.registerMetric(liveMetric(name, type, help, values) as never);
    for (const [sort, series] of [
      ['validating', this.#validated],
      ['mutating', this.#mutated],
    ] as const) {
      const prefix = `apiserver_${sort}_admission_policy_check`;
      add(`${prefix}_total`, 'counter', `Decisions of ${sort} policies.`, series.counts);
      const help = `How long ${sort} policies took for their decisions.`;
      add(`${prefix}_duration_seconds`, 'histogram', help, series.durations);
    }
    if (this.#labels === 'state') {
      const help = 'Validating policies that have come, and their changes.';
      const labels = { state: 'active', enforcement_action: 'deny' };
      add('apiserver_validating_admission_policy_definition_total', 'counter', help, () =>
        this.#defined === 0 ? [] : [{ labels, value: this.#defined }],
      );
    }
    const prefix = 'apiserver_admission_match_condition';
    const errors = 'Match conditions that could not be worked out.';
    add(`${prefix}_evaluation_errors_total`, 'counter', errors, this.#failed.counts);
    const exclusions = 'Webhooks and policies that were not asked, as a match condition was false.';
    add(`${prefix}_exclusions_total`, 'counter', exclusions, this.#excluded.counts);
    const durations = 'How long the match conditions of a webhook or policy took.';
    add(`${prefix}_evaluation_seconds`, 'histogram', durations, this.#asked.durations);
  }

  validated(
    policy: string,
    binding: string,
    action: PolicyAction,
    error: PolicyErrorType,
    seconds: number,
  ): void {
    const names = { policy, policy_binding: binding };
    const labels =
      this.#labels === 'state'
        ? { ...names, enforcement_action: action, state: 'active' }
        : { ...names, error_type: error, enforcement_action: action };
    this.#validated.add(labels, seconds);
  }

  defined(): void {
    this.#defined++;
  }

  mutated(policy: string, binding: string, error: PolicyErrorType, seconds: number): void {
    this.#mutated.add({ policy, policy_binding: binding, error_type: error }, seconds);
  }

  conditionFailed(conditions: ObservedConditions): void {
    this.#failed.add({ ...conditions }, 0);
  }

  conditionExcluded(conditions: ObservedConditions): void {
    this.#excluded.add({ ...conditions }, 0);
  }

  conditionsAsked(conditions: ObservedConditions, seconds: number): void {
    this.#asked.add({ ...conditions }, seconds);
  }
}
