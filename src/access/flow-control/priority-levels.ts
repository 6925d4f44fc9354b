import type { FlowcontrolV1beta2PriorityLevelConfigurationSpec } from '../../api/schema/types.gen.ts';
import { FairQueues, type LevelLimits } from './fair-queues.ts';

/** The fields of a PriorityLevelConfiguration that its level uses. */
export interface LevelConfiguration {
  readonly metadata: { name?: string; uid?: string };
  readonly spec: FlowcontrolV1beta2PriorityLevelConfigurationSpec;
}

export interface PriorityLevel {
  readonly name: string;
  uid: string;
  /** Undefined for requests that are never limited. */
  readonly queues: FairQueues | undefined;
  readonly shares: number;
  /** Its configuration is gone: it ends when its last request has. */
  isQuiescing: boolean;
}

/** The priority levels of a cluster. Requests in flight keep theirs over changes. */
export class PriorityLevels {
  readonly #totalSeats: number;
  readonly #now: () => number;
  #levels = new Map<string, PriorityLevel>();

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
    for (const { queues, shares, isQuiescing } of levels.values())
      if (isQuiescing) queues?.configure({ ...queues.limits, seats: this.#seats(shares, sum) });
    this.#levels = levels;
  }

  #levelOf(name: string, configuration: LevelConfiguration, sum: number): PriorityLevel {
    const { limited } = configuration.spec;
    const shares = sharesOf(configuration);
    const level = { name, uid: configuration.metadata.uid ?? '', shares, isQuiescing: false };
    if (limited === undefined) return { ...level, queues: undefined };
    const { limitResponse } = limited;
    const queuing = limitResponse.type === 'Queue' ? limitResponse.queuing : undefined;
    const limits: LevelLimits = { seats: this.#seats(shares, sum), queuing };
    const queues = this.#levels.get(name)?.queues ?? new FairQueues(limits, this.#now);
    queues.configure(limits);
    return { ...level, queues };
  }

  #seats(shares: number, sum: number): number {
    return sum === 0 ? 0 : Math.ceil((this.#totalSeats * shares) / sum);
  }

  #dropIdle(): void {
    for (const [name, { queues, isQuiescing }] of this.#levels)
      if (isQuiescing && (queues?.isIdle ?? true)) this.#levels.delete(name);
  }
}

const sharesOf = ({ spec }: LevelConfiguration): number => spec.limited?.assuredConcurrencyShares ?? 0;

function isWellFormed({ spec }: LevelConfiguration): boolean {
  if (spec.type === 'Exempt') return spec.limited === undefined;
  if (spec.type !== 'Limited' || spec.limited === undefined) return false;
  const { type, queuing } = spec.limited.limitResponse;
  return type === 'Reject' || (type === 'Queue' && queuing !== undefined);
}
