import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { RbacV1ClusterRole } from '../../../api/schema/types.gen.ts';
import { nameIsPathSegment } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { reportTwice } from '../../shared/report-twice.ts';
import { validateClusterRole } from './validation.ts';

/** Permissions that a binding grants in the whole cluster or in one namespace. */
export function clusterRole({ dialect }: KindDependencies): KindRules<RbacV1ClusterRole> {
  return {
    group: fillPlaceholders(dialect, 'rbac.authorization.{api}'),
    kind: 'ClusterRole',
    validateName: nameIsPathSegment,
    validateCreate: validateClusterRole,
    validateUpdate: (object) => reportTwice(validateClusterRole(object)),
    allowsCreateOnUpdate: true,
  };
}
