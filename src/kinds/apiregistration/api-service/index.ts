import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { ApiregistrationV1APIService } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { apiServiceStrategy } from './strategy.ts';
import { table } from './table.ts';
import { apiServiceValidation } from './validation.ts';

/** Says which server serves a version of an API group. */
export function apiService({
  dialect,
  clock,
  gates,
}: KindDependencies): KindRules<ApiregistrationV1APIService> {
  const validate = apiServiceValidation(dialect, gates);
  return {
    group: fillPlaceholders(dialect, 'apiregistration.{api}'),
    kind: 'APIService',
    takesPlainFinalizers: true,
    ...apiServiceStrategy(clock),
    validateCreate: validate,
    validateUpdate: validate,
    requiresResourceVersion: true,
    table,
  };
}
