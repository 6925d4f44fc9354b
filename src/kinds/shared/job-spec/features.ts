import type { FeatureGates } from '../../../api/gates/feature-gates.ts';

/** The features of a release that matter to jobs. */
function readFeatures(gates: FeatureGates) {
  return {
    limitsPerIndex: gates.isOn('JobBackoffLimitPerIndex'),
    replacesPods: gates.isOn('JobPodReplacementPolicy'),
    isManagedBy: gates.isOn('JobManagedBy'),
    resizesIndexed: gates.isOn('ElasticIndexedJob'),
    tracksPods: gates.isIn('1.25') && !gates.isIn('1.28'),
    ignoresTracking: gates.isIn('1.28'),
    dropsTracking: !gates.isIn('1.25'),
    failsIndexes: gates.isIn('1.28'),
    movesSuspended: gates.isOn('MutableSchedulingDirectivesForSuspendedJobs'),
    resizesSuspended: gates.isOn('MutablePodResourcesForSuspendedJobs'),
    opensGates: gates.isIn('1.27'),
    prefixedLabels: gates.isIn('1.27'),
    selectorValues: gates.isIn('1.26'),
    writesManualSelector: gates.isIn('1.29'),
    namesPods: gates.isIn('1.24'),
    actions: [
      'Count',
      ...(gates.isIn('1.28') ? ['FailIndex'] : []),
      'FailJob',
      'Ignore',
    ] as readonly string[],
    since30: gates.isIn('1.30'),
    since31: gates.isIn('1.31'),
    since32: gates.isIn('1.32'),
    since34: gates.isIn('1.34'),
    since36: gates.isIn('1.36'),
  } as const;
}

export type JobFeatures = Readonly<ReturnType<typeof readFeatures>>;

const known = new WeakMap<FeatureGates, JobFeatures>();

/** Reads them once for each set of gates. */
export function jobFeatures(gates: FeatureGates): JobFeatures {
  const before = known.get(gates);
  if (before !== undefined) return before;
  const features = readFeatures(gates);
  known.set(gates, features);
  return features;
}
