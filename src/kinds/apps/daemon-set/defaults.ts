import type { Dialect } from '../../../api/meta/dialect.ts';
import type { AppsV1DaemonSet } from '../../../api/schema/types.gen.ts';
import { applyPodTemplateDefaults } from '../../shared/pod-spec/index.ts';
import { applyRollingDefaults } from '../../shared/workload/rolling-defaults.ts';
import { readTemplateGeneration } from './template-generation.ts';

export function applyDefaults(daemonSet: AppsV1DaemonSet, dialect: Dialect): void {
  const { spec } = daemonSet;
  spec.updateStrategy.type ??= 'RollingUpdate';
  if (spec.updateStrategy.type === 'RollingUpdate') {
    applyRollingDefaults(spec.updateStrategy, { maxUnavailable: 1, maxSurge: 0 });
  }
  spec.revisionHistoryLimit ??= 10;
  applyPodTemplateDefaults(spec.template, dialect);
  readTemplateGeneration(daemonSet);
}
