import type {
  CoordinationV1alpha1LeaseCandidate,
  CoordinationV1beta1LeaseCandidate,
} from '../../../api/schema/types.gen.ts';
import type { VersionRules } from '../../../registry/kind-rules.ts';

/** Between names of strategies, none of which has one. */
const separator = ',';

/** The oldest version has a list of strategies, the most wanted first: where it is served, the field holds them all. */
export const severalStrategies: VersionRules = {
  toStored({ spec, ...candidate }: CoordinationV1alpha1LeaseCandidate): unknown {
    const { preferredStrategies = [], ...others } = spec;
    return { ...candidate, spec: Object.assign(others, { strategy: preferredStrategies.join(separator) }) };
  },
  fromStored({ spec, ...candidate }: CoordinationV1beta1LeaseCandidate): unknown {
    const { strategy, ...others } = spec;
    const preferredStrategies = strategy ? strategy.split(separator) : undefined;
    return { ...candidate, spec: Object.assign(others, { preferredStrategies }) };
  },
};
