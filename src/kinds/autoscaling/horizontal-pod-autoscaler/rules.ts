import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';

/** The features of a release that matter to autoscalers. */
export interface AutoscalerRules {
  dialect: Dialect;
  measuresContainers: boolean;
  scalesToZero: boolean;
  /** Whether a highest number of replicas that is missing is told from one that is negative. */
  requiresMaximum: boolean;
  /** Whether a value of pods that is not positive is told from one that is missing. */
  requiresPodsValue: boolean;
  /** Whether a list of policies that is empty is refused rather than filled in. */
  refusesNoPolicies: boolean;
  /** Whether the version of what is scaled has to be one. */
  checksVersions: boolean;
  /** Whether messages say that metrics of containers are behind a gate. */
  namesGate: boolean;
}

export const autoscalerRules = (dialect: Dialect, gates: FeatureGates): AutoscalerRules => ({
  dialect,
  measuresContainers: gates.isOn('HPAContainerMetrics'),
  scalesToZero: gates.isOn('HPAScaleToZero'),
  requiresMaximum: gates.isIn('1.36'),
  requiresPodsValue: gates.isIn('1.33'),
  refusesNoPolicies: gates.isIn('1.24'),
  checksVersions: gates.isIn('1.34'),
  namesGate: !gates.isIn('1.27'),
});
