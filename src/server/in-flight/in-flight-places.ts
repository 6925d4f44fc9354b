import { isPrivileged } from '../../access/authorization/privileged-group.ts';
import type { User } from '../../api/meta/user.ts';
import type { BodyBudget } from './body-budget.ts';
import { OverloadError } from './overload.ts';

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

/** The share of one request in a limit over many requests. */
export interface Share {
  /** Whether it would be refused if it came now. */
  isRefused(): boolean;
  /** Takes it, at once or after a wait. False when the request is refused. */
  take(): boolean | Promise<boolean>;
  /** Gives it back, or gives up the wait for it. */
  release(): void;
  /** Takes it again, even when none is left. */
  resume(): void;
  /** Nothing more comes of the request. */
  ended(): void;
}

/**
 * How many requests may be worked on at a time where there is no flow control. One user gets half of the places at most,
 * so that no single one, all the anonymous among them, keeps everybody else out; half of them are still far more than
 * there are processors.
 */
export class InFlightPlaces {
  readonly #limits: InFlightLimits;
  readonly #counts: Record<RequestClass, number> = { readOnly: 0, mutating: 0 };
  readonly #ofUsers = { readOnly: new Map<string, number>(), mutating: new Map<string, number>() };

  constructor(limits: InFlightLimits) {
    this.#limits = limits;
  }

  shareOf(kind: RequestClass, user: User): Share {
    const release = () => this.#release(kind, user);
    const resume = () => this.#take(kind, user);
    return {
      isRefused: () => this.#isFull(kind, user),
      take: () => {
        if (this.#isFull(kind, user)) return false;
        resume();
        return true;
      },
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

export interface PlaceOptions {
  share: Share;
  bodies: BodyBudget;
  user: User;
  kind: RequestClass;
  observer: InFlightObserver;
}

/**
 * The place of one request among those that are worked on, and the bytes that its body takes. It is held from the
 * moment when there is something to do (for a write: its body is there) until the handler has done its work and has
 * handed over its answer, whether or not the client takes that. A handler whose client is gone works until it notices.
 */
export class Place {
  readonly #options: PlaceOptions;
  /** It never got one. */
  wasRefused = false;
  #isHeld = false;
  #isWaiting = false;
  #isWorking = false;
  #isAnswered = false;
  #bodyBytes = 0;

  constructor(options: PlaceOptions) {
    this.#options = options;
  }

  /** Undefined when the request has its place at once. Throws or rejects with OverloadError when there is none. */
  take(): Promise<void> | undefined {
    const taken = this.#options.share.take();
    if (typeof taken === 'boolean') return void this.#taken(taken);
    this.#isWaiting = true;
    const { observer, kind } = this.#options;
    observer.inQueue(kind, 1);
    return taken.then((isTaken) => {
      this.#isWaiting = false;
      observer.inQueue(kind, -1);
      this.#taken(isTaken);
    });
  }

  /** Throws OverloadError when there is no place now, although none has to be taken yet. */
  checkFree(): void {
    if (this.#options.share.isRefused()) throw this.#refusal();
  }

  /** Counts bytes that have come of the body. Throws OverloadError when they do not fit beside those of other bodies. */
  growBody(bytes: number): void {
    const { bodies, user } = this.#options;
    if (!bodies.reserve(user, bytes)) throw this.#refusal();
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
    // Its client is gone.
    if (this.#isWaiting) this.#options.share.release();
    this.#releaseIfOver();
  }

  /** The handler waits until its client has read. */
  pause(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#options.share.release();
    this.#options.observer.inFlight(this.#options.kind, -1);
  }

  /** The handler goes on, even if all places are taken by now: fewer are left for later requests. */
  resume(): void {
    if (this.#isHeld || (this.#isAnswered && !this.#isWorking)) return;
    this.#options.share.resume();
    this.#hold();
  }

  #taken(isTaken: boolean): void {
    if (!isTaken) throw this.#refusal();
    this.#hold();
  }

  #hold(): void {
    this.#isHeld = true;
    this.#options.observer.inFlight(this.#options.kind, 1);
  }

  #refusal(): OverloadError {
    this.wasRefused = true;
    this.#options.observer.dropped(this.#options.kind);
    return new OverloadError();
  }

  #releaseIfOver(): void {
    if (this.#isWorking || !this.#isAnswered) return;
    this.pause();
    const { share, bodies, user } = this.#options;
    share.ended();
    if (this.#bodyBytes > 0) bodies.release(user, this.#bodyBytes);
    this.#bodyBytes = 0;
  }
}
