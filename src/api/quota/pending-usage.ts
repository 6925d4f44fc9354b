import { Quantity } from '../values/quantity.ts';
import { atMost } from './amounts.ts';

/**
 * Milliseconds that a charge may be on its way to become an object. The charge is the last step before the
 * object is written, and the store gives up on a write after ten seconds.
 */
export const maxPendingTime = 15_000;

/**
 * Charges of one resource for objects that are not there yet: objects that are about to be written, by this server or
 * by another one. Charges that never become objects (the name was taken, the server died) are given up after a while.
 */
export class PendingUsage {
  /** Oldest first. */
  #charges: { amount: Quantity; at: number }[] = [];

  charge(amount: Quantity, now: number): void {
    this.#charges.push({ amount, at: now });
  }

  /** Something is there: it takes from the oldest charges, for what is left of the youngest is kept longest. */
  arrive(amount: Quantity): void {
    let rest = amount;
    while (rest.sign() > 0) {
      const oldest = this.#charges[0];
      if (oldest === undefined) return;
      const taken = atMost(rest, oldest.amount);
      rest = rest.subtract(taken);
      oldest.amount = oldest.amount.subtract(taken);
      if (oldest.amount.sign() <= 0) this.#charges.shift();
    }
  }

  /** There is no more on its way than this. */
  bound(most: Quantity, now: number): void {
    const over = this.total(now).subtract(most);
    if (over.sign() > 0) this.arrive(over);
  }

  total(now: number): Quantity {
    while (this.#charges.length > 0 && this.#charges[0]!.at + maxPendingTime <= now) this.#charges.shift();
    return this.#charges.reduce((sum, { amount }) => sum.add(amount), Quantity.zero);
  }

  /** Time at which the next charge is given up; undefined when there is none. */
  nextExpiry(): number | undefined {
    const oldest = this.#charges[0];
    return oldest === undefined ? undefined : oldest.at + maxPendingTime;
  }
}
