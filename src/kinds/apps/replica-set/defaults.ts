import type { AppsV1ReplicaSet } from '../../../api/schema/types.gen.ts';
import { applyPodTemplateDefaults } from '../../shared/pod-spec/index.ts';
import type { ServedApi } from '../../shared/served-api.ts';

export function applyDefaults({ spec }: AppsV1ReplicaSet, api: ServedApi): void {
  applyPodTemplateDefaults(spec.template, api);
}
