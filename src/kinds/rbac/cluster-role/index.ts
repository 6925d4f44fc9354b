import { speak } from '../../../api/machinery/dialect.ts';
import { nameIsPathSegment } from '../../../api/machinery/names.ts';
import type { RbacV1ClusterRole } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { validateClusterRole } from './validation.ts';

/** What may be done in the whole cluster, or in any one namespace. */
export function clusterRole({ dialect }: KindDependencies): KindRules<RbacV1ClusterRole> {
  return {
    group: speak(dialect, 'rbac.authorization.{api}'),
    kind: 'ClusterRole',
    validateName: nameIsPathSegment,
    validateCreate: validateClusterRole,
    // Faults of an update are told twice; the API always did.
    validateUpdate: (object) => [...validateClusterRole(object), ...validateClusterRole(object)],
    allowsCreateOnUpdate: true,
  };
}
