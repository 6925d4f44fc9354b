import { StatusError } from '../../../api/meta/status.ts';
import { textsOf } from '../../../api/quota/amounts.ts';
import type { Quota } from '../../../api/quota/quota.ts';
import type { UsageTracker } from '../../../api/quota/usage-tracker.ts';
import type { CoreV1ResourceQuota } from '../../../api/schema/types.gen.ts';
import type { Clock } from '../../../util/clock.ts';
import type { Random } from '../../../util/random.ts';
import type { ObjectWriter } from '../../descriptor.ts';

/**
 * Milliseconds in which changes of a namespace gather, and as many more by chance: servers do not all write at once.
 */
const rest = 250;
/** … and for a quota that is to be in force. */
const shortRest = 20;
/** … after a failure. */
const restAfterFailure = 30_000;
/** No timer lasts longer than a few weeks. */
const maxRest = 3_600_000;

/** Quotas whose last failure is kept. */
const maxFailures = 1_000;

export interface ReconcilerDependencies {
  readonly tracker: () => UsageTracker;
  readonly writer: ObjectWriter;
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (message: string) => void;
}

/** Keeps the status of quotas true: what they limit, and that nothing is used by what is gone. */
export class Reconciler {
  readonly #dependencies: ReconcilerDependencies;
  readonly #timers = new Map<string, { timer: NodeJS.Timeout; at: number }>();
  /** Reason why quotas were not brought up to date, by namespace and name: a lasting failure is reported once. */
  readonly #failures = new Map<string, string>();
  #isClosed = false;

  constructor(dependencies: ReconcilerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Soon, and not at once: what changes now may change again. */
  changed(namespace: string, isNew: boolean): void {
    const wait = isNew ? shortRest : rest;
    this.#plan(namespace, wait + this.#dependencies.random.below(wait));
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    for (const { timer } of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  /** An earlier run that is already planned stays planned. */
  #plan(namespace: string, wait: number): void {
    const at = this.#dependencies.clock.now() + wait;
    const planned = this.#timers.get(namespace);
    if (this.#isClosed || (planned !== undefined && planned.at <= at)) return;
    clearTimeout(planned?.timer);
    const timer = setTimeout(() => {
      this.#timers.delete(namespace);
      void this.#reconcile(namespace);
    }, wait);
    timer.unref();
    this.#timers.set(namespace, { timer, at });
  }

  async #reconcile(namespace: string): Promise<void> {
    const { tracker, clock } = this.#dependencies;
    const times = [tracker().endObjects(namespace) ?? Infinity];
    for (const quota of tracker().quotasOf(namespace)) {
      try {
        tracker().checkKnown(namespace);
        if (!quota.isTrue(clock.now())) await this.#write(namespace, quota);
        this.#failures.delete(`${namespace}/${quota.name}`);
      } catch (error) {
        if (error instanceof StatusError && error.code === 404) {
          this.#failures.delete(`${namespace}/${quota.name}`);
          continue;
        }
        this.#reportOnce(`${namespace}/${quota.name}`, error as Error);
        times.push(clock.now() + restAfterFailure);
      }
      times.push(quota.nextExpiry() ?? Infinity);
    }
    const next = Math.min(...times);
    if (next !== Infinity) this.#plan(namespace, Math.min(Math.max(rest, next - clock.now()), maxRest));
  }

  #reportOnce(name: string, cause: Error): void {
    if (this.#failures.get(name) === cause.message) return;
    if (this.#failures.size >= maxFailures) this.#failures.clear();
    this.#failures.set(name, cause.message);
    this.#dependencies.report(`quota ${name} is not brought up to date: ${cause.message}`);
  }

  /** A quota that has changed meanwhile is seen soon, and then looked at again. */
  async #write(namespace: string, quota: Quota): Promise<void> {
    const { writer, clock } = this.#dependencies;
    await writer.update<CoreV1ResourceQuota>(
      { group: '', resource: 'resourcequotas' },
      namespace,
      quota.name,
      (stored) => {
        if (stored.metadata.resourceVersion !== quota.resourceVersion) return undefined;
        stored.status = { hard: { ...stored.spec.hard }, used: textsOf(quota.target(clock.now())) };
        return stored;
      },
    );
  }
}
