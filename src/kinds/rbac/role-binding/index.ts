import { fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { RbacV1RoleBinding } from '../../../api/schema/types.gen.ts';
import { nameIsPathSegment } from '../../../api/validation/names.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import type { BindingType } from '../../shared/rbac/binding-type.ts';
import { applyBindingDefaults, validateBinding, validateBindingUpdate } from '../../shared/rbac/bindings.ts';
import { alphaBindingRules } from '../../shared/rbac/conversion.ts';
import { bindingTable } from '../../shared/rbac/table.ts';

/** Grants the permissions of a Role or ClusterRole to subjects, in one namespace. */
export function roleBinding({ dialect, gates }: KindDependencies): KindRules<RbacV1RoleBinding> {
  const group = fillPlaceholders(dialect, 'rbac.authorization.{api}');
  const type: BindingType = { group, roleKinds: ['Role', 'ClusterRole'], namespaced: true };
  return {
    group,
    kind: 'RoleBinding',
    applyDefaults: (binding) => applyBindingDefaults(binding, group),
    validateName: nameIsPathSegment,
    validateCreate: (binding) => validateBinding(binding, type),
    validateUpdate: (binding, old) => validateBindingUpdate(binding, old, { type, gates }),
    allowsCreateOnUpdate: true,
    versions: { [`${group}/v1alpha1`]: alphaBindingRules(group) },
    table: bindingTable,
  };
}
