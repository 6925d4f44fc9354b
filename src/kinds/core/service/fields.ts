import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { CoreV1Service } from '../../../api/schema/types.gen.ts';
import type { KindRules } from '../../../registry/kind-rules.ts';

/** The fields that selectors may ask for; none before 1.31. */
export const selectableFields = (gates: FeatureGates): Pick<KindRules<CoreV1Service>, 'selectableFields'> =>
  gates.isIn('1.31') ? { selectableFields: fields } : {};

const fields: NonNullable<KindRules<CoreV1Service>['selectableFields']> = {
  names: ['spec.clusterIP', 'spec.type'],
  of: ({ spec }) => ({ 'spec.clusterIP': spec.clusterIP ?? '', 'spec.type': spec.type ?? '' }),
};
