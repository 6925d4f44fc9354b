import type { Response } from 'express';
import { isPrivileged } from '../../../access/authorization/privileged-group.ts';
import { tooManyRequests } from '../../../api/meta/status.ts';
import type { User } from '../../../api/meta/user.ts';

/** Limits of the connections that are open at once, over the server and for one user. */
export interface PlaceLimits {
  total: number;
  perUser: number;
}

/**
 * Connections that were upgraded: exec, attach, port-forward, proxies. Each costs two of TLS, and may rest for hours.
 */
export const tunnelLimits: PlaceLimits = { total: 1_200, perUser: 300 };
/** Logs that are read: each costs the connection to the agent. */
export const logLimits: PlaceLimits = { total: 4_000, perUser: 1_000 };

/**
 * Counts connections that may rest as long as their clients like. The privileged have no limit of their own, and a
 * quarter more than there is for all the others, so that an administrator finds a place when these are taken.
 */
export class Places {
  readonly #limits: PlaceLimits;
  readonly #what: string;
  readonly #byUser = new Map<string, number>();
  #total = 0;

  /** `what` is counted, in the plural, for the message of a refusal. */
  constructor(what: string, limits: PlaceLimits) {
    this.#what = what;
    this.#limits = limits;
  }

  /** The number of those taken. */
  get taken(): number {
    return this.#total;
  }

  /** Takes a place; the result gives it back, once. Throws TooManyRequests. */
  take(user: User): () => void {
    const ofUser = this.#byUser.get(user.name) ?? 0;
    const { total, perUser } = this.#limits;
    if (isPrivileged(user)) {
      if (this.#total >= total * 1.25) throw this.#refusal('this server has', this.#total);
    } else {
      if (ofUser >= perUser) throw this.#refusal(`user "${user.name}" has`, ofUser);
      if (this.#total >= total) throw this.#refusal('this server has', this.#total);
    }
    this.#total++;
    this.#byUser.set(user.name, ofUser + 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.#release(user.name);
      isTaken = false;
    };
  }

  /** Takes a place until the connection of the client is over. Throws TooManyRequests. */
  occupy(user: User, response: Response): void {
    const free = this.take(user);
    response.once('close', free);
    if (response.destroyed) free();
  }

  #release(name: string): void {
    const left = this.#byUser.get(name)! - 1;
    this.#total--;
    if (left === 0) this.#byUser.delete(name);
    else this.#byUser.set(name, left);
  }

  #refusal(who: string, count: number): Error {
    return tooManyRequests(`too many ${this.#what}: ${who} ${count} open, please end some and try again`, 1);
  }
}
