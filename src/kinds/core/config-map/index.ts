import type { CoreV1ConfigMap } from '../../../api/schema/types.gen.ts';
import { nameIsDnsSubdomain } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { table } from './table.ts';
import { validateConfigMap, validateConfigMapUpdate } from './validation.ts';

/** Values for pods to read, by key. */
export function configMap(_dependencies: KindDependencies): KindRules<CoreV1ConfigMap> {
  return {
    group: '',
    kind: 'ConfigMap',
    sharesNestedFields: true,
    validateName: nameIsDnsSubdomain,
    validateCreate: validateConfigMap,
    validateUpdate: validateConfigMapUpdate,
    table,
  };
}
