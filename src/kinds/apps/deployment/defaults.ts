import type { Dialect } from '../../../api/meta/dialect.ts';
import type { AppsV1Deployment } from '../../../api/schema/types.gen.ts';
import { applyPodTemplateDefaults } from '../../shared/pod-spec/index.ts';
import { applyRollingDefaults } from '../../shared/workload/rolling-defaults.ts';
import { readRollback } from './rollback.ts';

export function applyDefaults(deployment: AppsV1Deployment, dialect: Dialect): void {
  const { spec } = deployment;
  spec.replicas ??= 1;
  spec.strategy.type ??= 'RollingUpdate';
  if (spec.strategy.type === 'RollingUpdate') {
    applyRollingDefaults(spec.strategy, { maxUnavailable: '25%', maxSurge: '25%' });
  }
  spec.revisionHistoryLimit ??= 10;
  spec.progressDeadlineSeconds ??= 600;
  applyPodTemplateDefaults(spec.template, dialect);
  readRollback(deployment);
}
