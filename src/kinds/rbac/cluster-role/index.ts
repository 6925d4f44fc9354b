import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { RbacV1ClusterRole } from '../../../api/schema/types.gen.ts';
import { nameIsPathSegment } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { unlistNoRules } from '../../shared/rbac/no-rules.ts';
import { reporting } from '../../shared/report-twice.ts';
import { hasLabelValuesOnly, validateClusterRole } from './validation.ts';

/** Permissions that a binding grants in the whole cluster or in one namespace. */
export function clusterRole({ dialect, gates }: KindDependencies): KindRules<RbacV1ClusterRole> {
  const report = reporting(gates);
  const checksValues = gates.isIn('1.26');
  return {
    group: fillPlaceholders(dialect, 'rbac.authorization.{api}'),
    kind: 'ClusterRole',
    ...(gates.isIn('1.33') && { prepareForCreate: unlistNoRules, prepareForUpdate: unlistNoRules }),
    validateName: nameIsPathSegment,
    validateCreate: (object) => validateClusterRole(object, { checksValues }),
    validateUpdate: (object, old) =>
      report(validateClusterRole(object, { checksValues: checksValues && hasLabelValuesOnly(old) })),
    allowsCreateOnUpdate: true,
  };
}
