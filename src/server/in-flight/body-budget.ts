import { isPrivileged } from '../../access/authorization/privileged-group.ts';
import type { User } from '../../api/meta/user.ts';

/** Bytes of all bodies together: of those that are still coming, and of those that are worked on. */
const maxBodyBytes = 128 * 1024 * 1024;

/**
 * Counts what bodies take of memory, over the server and by user. One user gets half of it at most; the privileged a
 * quarter more than there is for all the others.
 */
export class BodyBudget {
  readonly #max: number;
  readonly #byUser = new Map<string, number>();
  #total = 0;

  constructor(max = maxBodyBytes) {
    this.#max = max;
  }

  /** Whether so many bytes more still fit. Then they are counted. */
  reserve(user: User, bytes: number): boolean {
    const ofUser = (this.#byUser.get(user.name) ?? 0) + bytes;
    const total = this.#total + bytes;
    const fits = isPrivileged(user)
      ? total <= this.#max * 1.25
      : total <= this.#max && ofUser <= this.#max / 2;
    if (!fits) return false;
    this.#total = total;
    this.#byUser.set(user.name, ofUser);
    return true;
  }

  release({ name }: User, bytes: number): void {
    const left = this.#byUser.get(name)! - bytes;
    this.#total -= bytes;
    if (left === 0) this.#byUser.delete(name);
    else this.#byUser.set(name, left);
  }
}
