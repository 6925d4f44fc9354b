import { PeriodicTask } from '../util/periodic-task.ts';
import type { LeaseReconciler } from './lease-reconciler.ts';

/** Milliseconds between two looks. */
const lookInterval = 1_000;

/**
 * Keeps the address of a replica of several workers in its place when the worker whose duty it is stands still: the
 * others serve. It steps back as soon as that one goes on. A key that is missing once may have been removed because the
 * replica stops, which this worker is about to hear: only the second time counts.
 */
export class LeaseGuard {
  readonly #leases: LeaseReconciler;
  readonly #looks: PeriodicTask;
  #wasMissing = false;
  #standsIn = false;

  constructor(leases: LeaseReconciler, onError: (error: Error) => void) {
    this.#leases = leases;
    this.#looks = new PeriodicTask(() => this.look(), lookInterval, onError);
  }

  start(): void {
    this.#looks.start();
  }

  async look(): Promise<void> {
    const holder = await this.#leases.holder();
    const isMissing = holder === undefined;
    this.#standsIn = holder === 'own' || (isMissing && this.#wasMissing);
    this.#wasMissing = isMissing;
    if (this.#standsIn) await this.#leases.renew();
  }

  /** `staysAnnounced`: the replica goes on, and this worker alone ends or gets the duty itself. */
  async close({ staysAnnounced }: { staysAnnounced: boolean }): Promise<void> {
    await this.#looks.close();
    if (this.#standsIn && !staysAnnounced) await this.#leases.release();
  }
}
