import type { CoreV1Endpoints } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { table } from './table.ts';
import { validateEndpoints } from './validation.ts';

/** Addresses of the pods of the Service of the same name. */
export function endpoints(_dependencies: KindDependencies): KindRules<CoreV1Endpoints> {
  return {
    group: '',
    kind: 'Endpoints',
    sharesNestedFields: true,
    applyDefaults({ subsets }) {
      for (const { ports } of subsets ?? []) {
        for (const port of ports ?? []) port.protocol ??= 'TCP';
      }
    },
    validateName: nameIsDnsSubdomain,
    validateCreate: validateEndpoints,
    validateUpdate: validateEndpoints,
    allowsCreateOnUpdate: true,
    table,
  };
}
