import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { FlowcontrolV1beta2PriorityLevelConfiguration } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { flowControlStrategy } from '../../shared/flow-control-strategy.ts';
import { applyDefaults } from './defaults.ts';
import { table } from './table.ts';
import { validatePriorityLevel } from './validation.ts';

/** Limits how many requests of a priority level are served at once, and whether further ones are queued. */
export function priorityLevelConfiguration({
  dialect,
}: KindDependencies): KindRules<FlowcontrolV1beta2PriorityLevelConfiguration> {
  return {
    group: fillPlaceholders(dialect, 'flowcontrol.apiserver.{api}'),
    kind: 'PriorityLevelConfiguration',
    applyDefaults,
    validateName: nameIsDnsSubdomain,
    ...flowControlStrategy,
    validateCreate: validatePriorityLevel,
    validateUpdate: validatePriorityLevel,
    table,
  };
}
