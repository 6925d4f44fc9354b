import type { FeatureGates } from '../../../api/gates/feature-gates.ts';

/** The differences between releases in how pods are evicted. */
export interface EvictionRules {
  /** Whether a pod says in a condition that it is evicted, before it is deleted. */
  readonly marksPods: boolean;
  /** Whether the condition says of which generation of the pod it is. */
  readonly observesGeneration: boolean;
  /** Whether budgets may let pods go that are not ready. */
  readonly knowsUnhealthyPolicy: boolean;
  /** Whether a refusal says more than how many pods are needed. */
  readonly explainsRefusals: boolean;
  /** Seconds after which an eviction may be tried again whose budget is still looked at; 0: that is not said. */
  readonly retryAfter: number;
  /** Whether the removal of what cannot be read is refused here. */
  readonly refusesUnreadable: boolean;
}

export const evictionRules = (gates: FeatureGates): EvictionRules => ({
  marksPods: gates.isOn('PodDisruptionConditions'),
  observesGeneration: gates.isOn('PodObservedGenerationTracking'),
  knowsUnhealthyPolicy: gates.isOn('PDBUnhealthyPodEvictionPolicy'),
  explainsRefusals: gates.isIn('1.35'),
  retryAfter: gates.isIn('1.24') ? 10 : 0,
  refusesUnreadable: gates.isIn('1.32'),
});
