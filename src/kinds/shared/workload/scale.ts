import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { GroupResource } from '../../../api/meta/status.ts';
import type { MetaV1LabelSelector } from '../../../api/schema/types.gen.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import type { ScaleRules } from '../../../registry/kind-rules.ts';

/** The first release in which a scale that is read, and is not there, is called by the name of its object. */
const calledByObjectSince = '1.36';

/** The name of a kind's scale in the error of a read that does not find it; undefined where it is that of the object. */
export const missingScale = (
  own: GroupResource,
  gates: Pick<FeatureGates, 'isIn'>,
): GroupResource | undefined => (gates.isIn(calledByObjectSince) ? undefined : own);

interface Replicated {
  spec: { replicas?: number; selector: MetaV1LabelSelector | null };
  status: { replicas?: number };
}

/** The subresource `scale` of a kind that counts its pods at `spec.replicas` and `status.replicas`. */
export const replicaScale: ScaleRules<Replicated> = {
  specReplicas: ({ spec }) => spec.replicas ?? 0,
  setSpecReplicas({ spec }, replicas) {
    spec.replicas = replicas;
  },
  statusReplicas: ({ status }) => status.replicas ?? 0,
  selector: ({ spec }) => labelSelectorFromObject(spec.selector).toString(),
};
