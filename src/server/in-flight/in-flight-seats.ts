import { isPrivileged } from '../../access/authorization/privileged-group.ts';
import type { User } from '../../api/meta/user.ts';

export type RequestClass = 'readOnly' | 'mutating';

export interface InFlightLimits {
  /** Requests that only read; 0: no limit. */
  readOnly: number;
  mutating: number;
}

export interface InFlightObserver {
  /** Requests of the class that are being worked on: one more, or one less. */
  inFlight(kind: RequestClass, change: 1 | -1): void;
  dropped(kind: RequestClass): void;
  /** Requests of the class that wait: one more, or one less. */
  inQueue(kind: RequestClass, change: 1 | -1): void;
}

/** The seats of one request under a limit over many requests. */
export interface SeatHolder {
  /** Whether it would be refused if it came now. */
  isRefused(): boolean;
  /** Takes them, at once or after a wait. False when the request is refused. */
  take(): boolean | Promise<boolean>;
  /** It was refused. Returns the seconds after which its client may come again. */
  refused(): number;
  /** Gives them back, or gives up the wait for them. */
  release(): void;
  /** Takes them again, even when none is left. */
  resume(): void;
  /** Nothing more comes of the request. */
  ended(): void;
}

/**
 * Counts requests that are worked on where there is no flow control, one seat each. One user gets half of them at most,
 * so that no single one, all the anonymous among them, keeps everybody else out; half of them are still far more than
 * there are processors.
 */
export class InFlightSeats {
  readonly #limits: InFlightLimits;
  readonly #counts: Record<RequestClass, number> = { readOnly: 0, mutating: 0 };
  readonly #ofUsers = { readOnly: new Map<string, number>(), mutating: new Map<string, number>() };

  constructor(limits: InFlightLimits) {
    this.#limits = limits;
  }

  seatsFor(kind: RequestClass, user: User): SeatHolder {
    const release = () => this.#release(kind, user);
    const resume = () => this.#take(kind, user);
    return {
      isRefused: () => this.#isFull(kind, user),
      take: () => {
        if (this.#isFull(kind, user)) return false;
        resume();
        return true;
      },
      refused: () => 1,
      release,
      resume,
      ended: () => {},
    };
  }

  /** Whether a request of the user would be refused. */
  #isFull(kind: RequestClass, user: User): boolean {
    const limit = this.#limits[kind];
    // Someone must be able to look at an overloaded server.
    if (limit === 0 || isPrivileged(user)) return false;
    return this.#counts[kind] >= limit || (this.#ofUsers[kind].get(user.name) ?? 0) >= Math.ceil(limit / 2);
  }

  #take(kind: RequestClass, { name }: User): void {
    const ofUsers = this.#ofUsers[kind];
    ofUsers.set(name, (ofUsers.get(name) ?? 0) + 1);
    this.#counts[kind]++;
  }

  #release(kind: RequestClass, { name }: User): void {
    const ofUsers = this.#ofUsers[kind];
    const left = ofUsers.get(name)! - 1;
    if (left === 0) ofUsers.delete(name);
    else ofUsers.set(name, left);
    this.#counts[kind]--;
  }
}
