import type { Dialect } from '../../../api/meta/dialect.ts';
import type { AppsV1ReplicaSet } from '../../../api/schema/types.gen.ts';
import { applyPodTemplateDefaults } from '../../shared/pod-spec/index.ts';

export function applyDefaults({ spec }: AppsV1ReplicaSet, dialect: Dialect): void {
  spec.replicas ??= 1;
  applyPodTemplateDefaults(spec.template, dialect);
}
