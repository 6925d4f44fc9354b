import { isDeepStrictEqual } from 'node:util';
import type { FlowcontrolV1beta2PriorityLevelConfigurationSpec } from '../../api/schema/types.gen.ts';
import { FairQueues, type LevelLimits } from './fair-queues.ts';
import { UnlimitedSeats } from './seat-demand.ts';
import {
  divideSeats,
  type LendingRule,
  type LendingState,
  newLendingState,
  observeDemand,
  seatBounds,
} from './seat-lending.ts';

/** The fields of a PriorityLevelConfiguration that its level uses. */
export interface LevelConfiguration {
  readonly metadata: { name?: string; uid?: string };
  readonly spec: FlowcontrolV1beta2PriorityLevelConfigurationSpec;
}

/** Requests of a level since it was made, by what became of them. */
export interface Tally {
  dispatched: number;
  rejected: number;
  timedOut: number;
  cancelled: number;
}

export interface PriorityLevel {
  readonly name: string;
  uid: string;
  /** Undefined for requests that are never limited. */
  readonly queues: FairQueues | undefined;
  /** Seats of requests that are never limited; undefined for a level with queues. */
  readonly unlimited: UnlimitedSeats | undefined;
  readonly shares: number;
  /** The requests that it has had. */
  readonly tally: Tally;
  /** Seats that it has, lends and borrows. */
  readonly lending: LendingState;
  /** Its configuration is gone: it ends when its last request has. */
  isQuiescing: boolean;
}

/** The priority levels of a cluster. Requests in flight keep theirs over changes. */
export class PriorityLevels {
  readonly #totalSeats: number;
  readonly #now: () => number;
  #levels = new Map<string, PriorityLevel>();
  /** Part of the seats that they want which levels got at the last division. */
  #fairness = 0;

  /** `totalSeats` of all limited levels together. `now`: a monotonic clock, in seconds. */
  constructor(totalSeats: number, now: () => number) {
    this.#totalSeats = totalSeats;
    this.#now = now;
  }

  /** In order of their names. */
  get all(): PriorityLevel[] {
    this.#dropIdle();
    return [...this.#levels.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Undefined for one that is not configured. */
  get(name: string): PriorityLevel | undefined {
    const level = this.#levels.get(name);
    return level?.isQuiescing === false ? level : undefined;
  }

  get fairness(): number {
    return this.#fairness;
  }

  /** Divides the seats anew by what was asked of the levels since the last time: to be called periodically. */
  divide(): void {
    this.#dropIdle();
    const levels = [...this.#levels.values()];
    for (const { queues, unlimited, lending } of levels)
      observeDemand(lending, (queues ?? unlimited!).takeDemand());
    this.#fairness = divideSeats(levels.map(({ lending }) => lending));
    for (const { queues, lending } of levels) queues?.configure({ ...queues.limits, seats: lending.current });
  }

  /** Follows a change of the configuration. Malformed ones count as absent. */
  configure(configurations: readonly LevelConfiguration[]): void {
    const wanted = new Map(configurations.filter(isWellFormed).map((one) => [one.metadata.name!, one]));
    this.#dropIdle();
    const levels = new Map<string, PriorityLevel>();
    for (const [name, level] of this.#levels)
      if (!wanted.has(name)) levels.set(name, { ...level, isQuiescing: true });
    const shares = [...wanted.values()].map(sharesOf);
    const sum = [...levels.values()]
      .map((level) => level.shares)
      .concat(shares)
      .reduce((a, b) => a + b, 0);
    for (const [name, configuration] of wanted) levels.set(name, this.#levelOf(name, configuration, sum));
    for (const [name, level] of levels) {
      if (!level.isQuiescing) continue;
      const lending = this.#lendingOf(name, this.#seats(level.shares, sum), {}, level.queues === undefined);
      levels.set(name, { ...level, lending });
      level.queues?.configure({ ...level.queues.limits, seats: lending.current });
    }
    this.#levels = levels;
  }

  #levelOf(name: string, configuration: LevelConfiguration, sum: number): PriorityLevel {
    const { limited, exempt } = configuration.spec;
    const shares = sharesOf(configuration);
    const nominal = this.#seats(shares, sum);
    const lending = this.#lendingOf(name, nominal, limited ?? exempt ?? {}, limited === undefined);
    const tally = this.#levels.get(name)?.tally ?? { dispatched: 0, rejected: 0, timedOut: 0, cancelled: 0 };
    const uid = configuration.metadata.uid ?? '';
    const level = { name, uid, shares, tally, lending, isQuiescing: false };
    if (limited === undefined) {
      const unlimited = this.#levels.get(name)?.unlimited ?? new UnlimitedSeats(this.#now);
      return { ...level, queues: undefined, unlimited };
    }
    const { limitResponse } = limited;
    const queuing = limitResponse.type === 'Queue' ? limitResponse.queuing : undefined;
    const limits: LevelLimits = { seats: lending.current, queuing };
    const queues = this.#levels.get(name)?.queues ?? new FairQueues(limits, this.#now);
    queues.configure(limits);
    return { ...level, queues, unlimited: undefined };
  }

  /** Seats that are lent or borrowed stay so until the next division, unless the configuration says something else now. */
  #lendingOf(name: string, nominal: number, rule: LendingRule, isExempt: boolean): LendingState {
    const bounds = seatBounds(nominal, this.#totalSeats, rule);
    const known = this.#levels.get(name)?.lending;
    if (known?.isExempt === isExempt && isDeepStrictEqual(known.bounds, bounds)) return known;
    const { demand, smoothed } = known ?? newLendingState(bounds, isExempt);
    return Object.assign(newLendingState(bounds, isExempt), { demand, smoothed });
  }

  #seats(shares: number, sum: number): number {
    return sum === 0 ? 0 : Math.ceil((this.#totalSeats * shares) / sum);
  }

  #dropIdle(): void {
    for (const [name, { queues, isQuiescing }] of this.#levels)
      if (isQuiescing && (queues?.isIdle ?? true)) this.#levels.delete(name);
  }
}

const sharesOf = ({ spec: { limited, exempt } }: LevelConfiguration): number =>
  limited?.assuredConcurrencyShares ?? exempt?.nominalConcurrencyShares ?? 0;

function isWellFormed({ spec }: LevelConfiguration): boolean {
  if (spec.type === 'Exempt') return spec.limited === undefined;
  if (spec.type !== 'Limited' || spec.limited === undefined) return false;
  const { type, queuing } = spec.limited.limitResponse;
  return type === 'Reject' || (type === 'Queue' && queuing !== undefined);
}
