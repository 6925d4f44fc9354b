import type { CoreV1Endpoints } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { table } from './table.ts';
import { endpointsValidation } from './validation.ts';
import { endpointsWarnings } from './warnings.ts';

/** Addresses of the pods of the Service of the same name. */
export function endpoints({ dialect, gates }: KindDependencies): KindRules<CoreV1Endpoints> {
  return {
    group: '',
    kind: 'Endpoints',
    sharesNestedFields: true,
    validateName: nameIsDnsSubdomain,
    ...endpointsValidation(gates),
    ...endpointsWarnings(dialect, gates),
    allowsCreateOnUpdate: true,
    table,
  };
}
