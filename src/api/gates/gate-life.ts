export type GateStage = 'alpha' | 'beta' | 'ga' | 'deprecated';

/** A feature gate in one release. */
export interface GateState {
  readonly stage: GateStage;
  readonly isOnByDefault: boolean;
  readonly isLocked: boolean;
}

interface Change {
  /** Minor release. */
  readonly since: number;
  /** Undefined: from then on the gate is unknown. */
  readonly state: GateState | undefined;
}

/**
 * The life of a feature gate, by releases of `1.`: in
 *
 *     '26 alpha, 27 beta, 29 beta off, 30 ga, 33 gone'
 *
 * it comes with 1.26, is on from 1.27 to 1.28, and cannot be changed from 1.30 on. Beta and GA are on, alpha and
 * deprecated off, and GA alone is locked, unless `on`, `off`, `locked` or `unlocked` says otherwise.
 */
export class GateLife {
  readonly #changes: readonly Change[];

  constructor(text: string) {
    this.#changes = text.split(', ').map(changeOf);
  }

  /** Undefined when a release does not know the gate: it came later, or is gone. `minor`: 23 of release 1.23. */
  stateIn(minor: number): GateState | undefined {
    return this.#changes.findLast(({ since }) => since <= minor)?.state;
  }

  /** Whether the feature is there in a release when nothing is said: a gate that is gone leaves it as it was last. */
  isOnIn(minor: number): boolean {
    const before = this.#changes.filter(({ since }) => since <= minor);
    return before.findLast(({ state }) => state !== undefined)?.state?.isOnByDefault ?? false;
  }

  /** Whether a release knows nothing of it yet. */
  isLaterThan(minor: number): boolean {
    return this.#changes[0]!.since > minor;
  }
}

function changeOf(text: string): Change {
  const [since, stage, ...more] = text.split(' ');
  if (stage === 'gone') return { since: Number(since), state: undefined };
  const isOn = stage === 'beta' || stage === 'ga';
  return {
    since: Number(since),
    state: {
      stage: stage as GateStage,
      isOnByDefault: more.includes('on') || (isOn && !more.includes('off')),
      isLocked: more.includes('locked') || (stage === 'ga' && !more.includes('unlocked')),
    },
  };
}
