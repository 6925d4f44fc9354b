/** Minor releases of a feature gate: the first one of each stage, and the last one that still knows the gate. */
export interface GateLife {
  readonly alpha?: number;
  readonly beta?: number;
  readonly ga?: number;
  readonly deprecated?: number;
  readonly until?: number;
}

export type GateStage = 'alpha' | 'beta' | 'ga' | 'deprecated';

const newestFirst: readonly GateStage[] = ['deprecated', 'ga', 'beta', 'alpha'];

/** Undefined when a release does not know the gate: it came later, or was removed. `minor`: 23 of release 1.23. */
export function stageOf(life: GateLife, minor: number): GateStage | undefined {
  if (life.until !== undefined && minor > life.until) return undefined;
  return newestFirst.find((stage) => minor >= (life[stage] ?? Number.POSITIVE_INFINITY));
}
