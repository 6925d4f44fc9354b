import type { AppsV1DaemonSet } from '../../../api/schema/types.gen.ts';
import type { KindDependencies } from '../../../registry/kind-rules.ts';
import { applyPodTemplateDefaults } from '../../shared/pod-spec/index.ts';
import { applyRollingDefaults } from '../../shared/workload/rolling-defaults.ts';
import { readTemplateGeneration } from './template-generation.ts';

export function applyDefaults(daemonSet: AppsV1DaemonSet, api: KindDependencies): void {
  const { spec } = daemonSet;
  if (spec.updateStrategy.type === 'RollingUpdate') {
    applyRollingDefaults(
      spec.updateStrategy,
      api.gates.isOn('DaemonSetUpdateSurge') ? { maxUnavailable: 1, maxSurge: 0 } : { maxUnavailable: 1 },
    );
  }
  const { type, rollingUpdate } = spec.updateStrategy;
  // The other type takes settings without a meaning, and shows them whole.
  if (type !== 'RollingUpdate' && rollingUpdate !== undefined && api.gates.isIn('1.24')) {
    spec.updateStrategy.rollingUpdate = { maxUnavailable: 0, maxSurge: 0, ...rollingUpdate };
  }
  applyPodTemplateDefaults(spec.template, api);
  readTemplateGeneration(daemonSet);
}
