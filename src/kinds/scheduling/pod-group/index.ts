import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { SchedulingV1alpha2PodGroup } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { statusStrategy } from '../../shared/status-strategy.ts';
import { table } from './table.ts';
import { validateChange, validateGroup, validateStatus } from './validation.ts';

/** Pods that are scheduled together. */
export function podGroup({ dialect, gates }: KindDependencies): KindRules<SchedulingV1alpha2PodGroup> {
  const hasModes = gates.isOn('WorkloadAwarePreemption');
  return {
    group: fillPlaceholders(dialect, 'scheduling.{api}'),
    kind: 'PodGroup',
    validateName: nameIsDnsSubdomain,
    applyDefaults({ spec }) {
      if (hasModes) spec.disruptionMode ??= 'Pod';
    },
    prepareForCreate(group) {
      group.status = {};
    },
    validateCreate: validateGroup,
    prepareForUpdate(group, old) {
      group.status = old.status;
    },
    validateUpdate: validateChange,
    status: { ...statusStrategy, validateUpdate: validateStatus },
    table,
  };
}
