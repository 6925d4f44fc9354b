import type { MetaV1LabelSelector } from '../../../api/schema/types.gen.ts';
import { labelSelectorFromObject } from '../../../api/selectors/label-selector.ts';
import type { ScaleRules } from '../../../registry/kind-rules.ts';

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
