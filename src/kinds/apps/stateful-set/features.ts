import type { FeatureGates } from '../../../api/gates/feature-gates.ts';

/** The features of a release that matter to stateful sets. */
function readFeatures(gates: FeatureGates) {
  return {
    deletesClaims: gates.isOn('StatefulSetAutoDeletePVC'),
    limitsUnavailable: gates.isOn('MaxUnavailableStatefulSet'),
    /** Fields of the spec that may change, in the order of the message. */
    mutable: [
      'replicas',
      ...(gates.isIn('1.26') ? ['ordinals'] : []),
      'template',
      'updateStrategy',
      ...(gates.isIn('1.33') ? ['revisionHistoryLimit'] : []),
      'persistentVolumeClaimRetentionPolicy',
      'minReadySeconds',
    ] as readonly string[],
    /** Whether the template is looked at as a whole, and the claims are. */
    validatesTemplate: gates.isIn('1.34'),
    selectorValues: gates.isIn('1.26'),
    namesService: gates.isIn('1.33'),
    namesLabels: gates.isIn('1.27'),
  } as const;
}

export type SetFeatures = Readonly<ReturnType<typeof readFeatures>>;

const known = new WeakMap<FeatureGates, SetFeatures>();

/** Reads them once for each set of gates. */
export function setFeatures(gates: FeatureGates): SetFeatures {
  const before = known.get(gates);
  if (before !== undefined) return before;
  const features = readFeatures(gates);
  known.set(gates, features);
  return features;
}
