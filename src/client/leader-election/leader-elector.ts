import type { LeaseClaim } from '../../api/request/lease-claim.ts';
import type { CoordinationV1Lease, CoordinationV1LeaseSpec } from '../../api/schema/types.gen.ts';
import { microTimeNow } from '../../api/values/time.ts';
import type { Random } from '../../util/random.ts';
import { isConflict } from '../api/api-error.ts';
import type { Pause } from '../retry.ts';
import { checkTimes, type ElectionTimes, jitterFactor } from './election-times.ts';
import type { LeaseLock } from './lease-lock.ts';
import { type Clocks, Moment } from './moment.ts';

/** Steps of chance within a jitter. */
const grain = 1_000;
/** Milliseconds for which a leader that cannot renew is still taken for healthy. */
const tolerance = 20_000;
/** Times that the lease is read and given back, should it have been written between. */
const releaseTries = 3;

export interface LeaderElectorOptions {
  lock: LeaseLock;
  /** Name of this process, and of no other: `<host>_<uuid>`. */
  identity: string;
  times: ElectionTimes;
  /** Gives the lease back when `hold` is ended, so that other candidates need not wait. */
  releaseOnEnd?: boolean;
  clocks: Clocks;
  random: Random;
  pause: Pause;
  /** Each change of the leader that is seen, one's own rise included. */
  onLeader?: (identity: string) => void;
  /**
   * `<identity> became leader`, `<identity> stopped leading`: to be recorded as an event of the Lease, last seen so.
   */
  onEvent?: (message: string, lease: CoordinationV1Lease) => void;
  warn(message: string): void;
}

/** A lease as it was read or written last, and since when it is like that by one's own clocks. */
interface Observed {
  raw: string;
  holder: string;
  since: Moment;
}

/** Takes part in an election by Lease. */
export class LeaderElector {
  readonly #options: LeaderElectorOptions;
  /** Milliseconds after the begin of a renewal for which this process may act as the leader. */
  readonly #validity: number;
  #lease: CoordinationV1Lease | undefined;
  #observed: Observed | undefined;
  /** Time at which the last request began that wrote the lease with success. */
  #renewed: Moment | undefined;

  /** Throws a start-up error when the times do not fit. */
  constructor(options: LeaderElectorOptions) {
    checkTimes(options.times);
    this.#options = options;
    const { renewDeadline, retryPeriod, leaseDuration } = options.times;
    this.#validity = Math.min(renewDeadline + retryPeriod, leaseDuration);
  }

  /** Whether this process may write. Asked anew before each write, as the process may have been stopped meanwhile. */
  isLeader(): boolean {
    const isHolder = this.#observed?.holder === this.#options.identity;
    return isHolder && this.#renewed !== undefined && this.#renewed.atMost() < this.#validity;
  }

  /** With which the server refuses writes that come late. */
  get claim(): LeaseClaim {
    const { lock, identity } = this.#options;
    return { namespace: lock.namespace, name: lock.name, holder: identity };
  }

  /** Identity of the leader, as far as is known. */
  get leader(): string {
    return this.#observed?.holder ?? '';
  }

  /** Reason why this process is not healthy: it takes itself for the leader, and has long not renewed. */
  problem(): string | undefined {
    const { times, lock } = this.#options;
    const isLate = this.#renewed !== undefined && this.#renewed.atLeast() > times.leaseDuration + tolerance;
    return isLate ? `failed election to renew leadership on lease ${lock.name}` : undefined;
  }

  /** Resolves when this process leads. Rejects with the signal's reason. */
  async acquire(signal: AbortSignal): Promise<void> {
    const { times, random, pause, identity, onEvent } = this.#options;
    while (!(await this.#try(times.renewDeadline, signal))) {
      const jitter = (jitterFactor * random.below(grain)) / grain;
      const wait = times.retryPeriod * (1 + jitter);
      const rest = this.#rest();
      // At the very end of the lease rather than after it. Of several candidates one's write is accepted then.
      await pause(rest > 0 ? Math.min(wait, rest) : wait, signal);
    }
    onEvent?.(`${identity} became leader`, this.#lease!);
  }

  /**
   * Renews, and resolves when this process leads no more, or the signal has ended it. Nothing is to be written then.
   */
  async hold(signal: AbortSignal): Promise<void> {
    const { times, pause, identity, onEvent } = this.#options;
    while (!signal.aborted) {
      await pause(times.retryPeriod, signal).catch(() => {});
      const rest = this.#validity - (this.#renewed?.atMost() ?? this.#validity);
      if (signal.aborted || rest <= 0) break;
      const isRenewed = await this.#try(rest, signal).catch(() => false);
      if (!isRenewed && this.leader !== identity) break;
    }
    if (this.#options.releaseOnEnd === true && this.isLeader()) await this.#release();
    this.#renewed = undefined;
    onEvent?.(`${identity} stopped leading`, this.#lease!);
  }

  /** Whether the lease is one's own now. Rejects only with the signal's reason. `rest`: milliseconds it may take. */
  async #try(rest: number, signal: AbortSignal): Promise<boolean> {
    const { warn, lock, times } = this.#options;
    const timeout = Math.max(1, Math.floor(Math.min(rest, times.renewDeadline / 2)));
    try {
      return await this.#acquireOrRenew(timeout, signal);
    } catch (error) {
      signal.throwIfAborted();
      warn(`lease ${lock.namespace}/${lock.name}: ${(error as Error).message}`);
      return false;
    }
  }

  /** Milliseconds until the lease of another one has ended; 0 when that has ended, or there is none. */
  #rest(): number {
    const { times, identity } = this.#options;
    if (this.#observed === undefined || this.leader === '' || this.leader === identity) return 0;
    return Math.max(0, Math.ceil(times.leaseDuration - this.#observed.since.atLeast()));
  }

  async #acquireOrRenew(timeout: number, signal: AbortSignal): Promise<boolean> {
    const { lock, identity, times, clocks } = this.#options;
    const began = new Moment(clocks);
    const now = microTimeNow(clocks.wall.now());
    const lease = await lock.read(timeout, signal);
    const leaseDurationSeconds = Math.ceil(times.leaseDuration / 1_000);
    const next = { holderIdentity: identity, leaseDurationSeconds, acquireTime: now, renewTime: now };
    if (lease === undefined) {
      const created = await lock.create({ ...next, leaseTransitions: 0 }, timeout, signal);
      return this.#written(created, began);
    }
    this.#observe(lease);
    const { holder, since } = this.#observed!;
    if (holder !== '' && holder !== identity && since.atLeast() < times.leaseDuration) return false;
    // Stopped since the request began: to write the lease now would only keep other candidates from it.
    if (began.atMost() >= this.#validity) return false;
    const { acquireTime, leaseTransitions = 0 } = lease.spec;
    const spec: CoordinationV1LeaseSpec =
      holder === identity
        ? { ...next, ...(acquireTime === undefined ? {} : { acquireTime }), leaseTransitions }
        : { ...next, leaseTransitions: leaseTransitions + 1 };
    return this.#written(await lock.update(lease, spec, timeout, signal), began);
  }

  #written(lease: CoordinationV1Lease, began: Moment): boolean {
    this.#renewed = began;
    this.#observe(lease);
    return true;
  }

  /** Only that it changes counts: the times in it are those of another machine. */
  #observe(lease: CoordinationV1Lease): void {
    const raw = JSON.stringify(lease.spec);
    this.#lease = lease;
    if (raw === this.#observed?.raw) return;
    const holder = lease.spec.holderIdentity ?? '';
    const isNew = holder !== this.leader;
    this.#observed = { raw, holder, since: new Moment(this.#options.clocks) };
    if (isNew && holder !== '') this.#options.onLeader?.(holder);
  }

  /**
   * Reads the lease before: the renewal that was broken off may have been done. It may even be done between the read
   * and the write, which then is tried anew.
   */
  async #release(): Promise<void> {
    const { lock, identity, clocks, times, warn } = this.#options;
    const timeout = Math.ceil(times.renewDeadline / 2);
    const never = new AbortController().signal;
    for (let left = releaseTries - 1; left >= 0; left--) {
      try {
        const lease = await lock.read(timeout, never);
        if (lease?.spec.holderIdentity !== identity || !this.isLeader()) return;
        const { leaseTransitions = 0 } = lease.spec;
        const now = microTimeNow(clocks.wall.now());
        const empty = { holderIdentity: '', leaseDurationSeconds: 1, acquireTime: now, renewTime: now };
        return this.#observe(await lock.update(lease, { ...empty, leaseTransitions }, timeout, never));
      } catch (error) {
        if (left > 0 && isConflict(error)) continue;
        return warn(`lease ${lock.namespace}/${lock.name} was not released: ${(error as Error).message}`);
      }
    }
  }
}
