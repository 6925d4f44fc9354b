import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { FlowcontrolV1beta2FlowSchema } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { flowControlStrategy } from '../../shared/flow-control-strategy.ts';
import { table } from './table.ts';
import { validateFlowSchema } from './validation.ts';

/** Assigns requests to flows and to a priority level. */
export function flowSchema({ dialect, gates }: KindDependencies): KindRules<FlowcontrolV1beta2FlowSchema> {
  return {
    group: fillPlaceholders(dialect, 'flowcontrol.apiserver.{api}'),
    kind: 'FlowSchema',
    validateName: nameIsDnsSubdomain,
    ...flowControlStrategy(gates),
    validateCreate: (schema) => validateFlowSchema(schema, gates),
    validateUpdate: (schema) => validateFlowSchema(schema, gates),
    table,
  };
}
