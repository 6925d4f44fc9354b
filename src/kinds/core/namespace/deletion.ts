import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1Namespace } from '../../../api/schema/types.gen.ts';
import type { DeletionRules } from '../../../registry/kind-rules.ts';

/**
 * A namespace is held by spec.finalizers until a controller has emptied it: the first request to delete it only
 * marks it, and from then on nothing can be created in it.
 */
export const deletion = (gates: FeatureGates): DeletionRules<CoreV1Namespace> => ({
  namesResourceInPreconditions: gates.isIn('1.24'),
  answersWithObject: true,
  isDocumentedAsStatus: true,
  holds: ({ spec }) => (spec.finalizers?.length ?? 0) > 0,
  marked: (namespace) => {
    namespace.status.phase = 'Terminating';
  },
});
