import { isPrivileged } from '../access/authorization/privileged-group.ts';
import type { User } from '../api/meta/user.ts';
import type { BodyBudget } from './request/body-budget.ts';
import { OverloadError } from './response/overload.ts';

export type RequestClass = 'readOnly' | 'mutating';

export interface InFlightLimits {
  /** Requests that only read; 0: no limit. */
  readOnly: number;
  mutating: number;
}

export interface InFlightObserver {
  inFlight(kind: RequestClass, count: number): void;
  dropped(kind: RequestClass): void;
}

/**
 * How many requests may be worked on at a time. One user gets half of the places at most, so that no single one, all
 * the anonymous among them, keeps everybody else out; half of them are still far more than there are processors.
 */
export class InFlightPlaces {
  readonly #limits: InFlightLimits;
  readonly #observer: InFlightObserver;
  readonly #counts: Record<RequestClass, number> = { readOnly: 0, mutating: 0 };
  readonly #ofUsers = { readOnly: new Map<string, number>(), mutating: new Map<string, number>() };

  constructor(limits: InFlightLimits, observer: InFlightObserver) {
    this.#limits = limits;
    this.#observer = observer;
  }

  /** Whether a request of the user would be refused. */
  isFull(kind: RequestClass, user: User): boolean {
    const limit = this.#limits[kind];
    // Someone must be able to look at an overloaded server.
    if (limit === 0 || isPrivileged(user)) return false;
    return this.#counts[kind] >= limit || (this.#ofUsers[kind].get(user.name) ?? 0) >= Math.ceil(limit / 2);
  }

  take(kind: RequestClass, { name }: User): void {
    const ofUsers = this.#ofUsers[kind];
    ofUsers.set(name, (ofUsers.get(name) ?? 0) + 1);
    this.#observer.inFlight(kind, ++this.#counts[kind]);
  }

  release(kind: RequestClass, { name }: User): void {
    const ofUsers = this.#ofUsers[kind];
    const left = ofUsers.get(name)! - 1;
    if (left === 0) ofUsers.delete(name);
    else ofUsers.set(name, left);
    this.#observer.inFlight(kind, --this.#counts[kind]);
  }

  refused(kind: RequestClass): void {
    this.#observer.dropped(kind);
  }
}

/**
 * The place of one request among those that are worked on, and the bytes that its body takes. It is held from the
 * moment when there is something to do (for a write: its body is there) until the handler has done its work and has
 * handed over its answer, whether or not the client takes that. A handler whose client is gone works until it notices.
 */
export class Place {
  readonly #places: InFlightPlaces;
  readonly #bodies: BodyBudget;
  readonly #kind: RequestClass;
  readonly #user: User;
  #isHeld = false;
  #isWorking = false;
  #isAnswered = false;
  #bodyBytes = 0;

  constructor(places: InFlightPlaces, bodies: BodyBudget, kind: RequestClass, user: User) {
    this.#places = places;
    this.#bodies = bodies;
    this.#kind = kind;
    this.#user = user;
  }

  /** Throws OverloadError when there is none. */
  take(): void {
    this.checkFree();
    this.#hold();
  }

  /** Throws OverloadError when there is no place now, although none has to be taken yet. */
  checkFree(): void {
    if (this.#places.isFull(this.#kind, this.#user)) throw this.#refusal();
  }

  /** Counts bytes that have come of the body. Throws OverloadError when they do not fit beside those of other bodies. */
  growBody(bytes: number): void {
    if (!this.#bodies.reserve(this.#user, bytes)) throw this.#refusal();
    this.#bodyBytes += bytes;
  }

  /** The work of the handler has begun, and ends with the promise. */
  async during(work: Promise<void>): Promise<void> {
    this.#isWorking = true;
    try {
      await work;
    } finally {
      this.#isWorking = false;
      this.#releaseIfOver();
    }
  }

  /** The answer was handed over, or its client is gone. May be called again. */
  answered(): void {
    this.#isAnswered = true;
    this.#releaseIfOver();
  }

  /** The handler waits until its client has read. */
  pause(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#places.release(this.#kind, this.#user);
  }

  /** The handler goes on, even if all places are taken by now: fewer are left for later requests. */
  resume(): void {
    if (!this.#isHeld && !(this.#isAnswered && !this.#isWorking)) this.#hold();
  }

  #hold(): void {
    this.#isHeld = true;
    this.#places.take(this.#kind, this.#user);
  }

  #refusal(): OverloadError {
    this.#places.refused(this.#kind);
    return new OverloadError();
  }

  #releaseIfOver(): void {
    if (this.#isWorking || !this.#isAnswered) return;
    this.pause();
    if (this.#bodyBytes > 0) this.#bodies.release(this.#user, this.#bodyBytes);
    this.#bodyBytes = 0;
  }
}
