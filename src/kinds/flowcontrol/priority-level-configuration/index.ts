import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { FlowcontrolV1beta2PriorityLevelConfiguration } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { flowControlStrategy } from '../../shared/flow-control-strategy.ts';
import { laterVersions } from './conversion.ts';
import { table } from './table.ts';
import { priorityLevelValidation } from './validation.ts';

/** The release from which on a level may have no share, whose versions say whether that is what is meant. */
const zeroSharesSince = '1.29';

/** Limits how many requests of a priority level are served at once, and whether further ones are queued. */
export function priorityLevelConfiguration({
  dialect,
  gates,
}: KindDependencies): KindRules<FlowcontrolV1beta2PriorityLevelConfiguration> {
  const group = fillPlaceholders(dialect, 'flowcontrol.apiserver.{api}');
  const keepsZero = gates.isIn(zeroSharesSince);
  const validate = priorityLevelValidation(dialect, gates);
  return {
    group,
    kind: 'PriorityLevelConfiguration',
    validateName: nameIsDnsSubdomain,
    ...flowControlStrategy(gates),
    validateCreate: validate,
    validateUpdate: (level, _old, apiVersion) => validate(level, apiVersion),
    versions: laterVersions(group, dialect, keepsZero),
    table: table(gates),
  };
}
