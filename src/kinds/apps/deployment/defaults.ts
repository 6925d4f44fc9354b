import type { AppsV1Deployment } from '../../../api/schema/types.gen.ts';
import { applyPodTemplateDefaults } from '../../shared/pod-spec/index.ts';
import type { ServedApi } from '../../shared/served-api.ts';
import { applyRollingDefaults } from '../../shared/workload/rolling-defaults.ts';
import { readRollback } from './rollback.ts';

export function applyDefaults(deployment: AppsV1Deployment, api: ServedApi): void {
  const { spec } = deployment;
  if (spec.strategy.type === 'RollingUpdate') {
    applyRollingDefaults(spec.strategy, { maxUnavailable: '25%', maxSurge: '25%' });
  }
  applyPodTemplateDefaults(spec.template, api);
  readRollback(deployment);
}
