import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { type GoText, goStruct } from '../../../api/go-format/go-syntax.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type { RbacV1RoleRef, RbacV1Subject } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  invalid,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { nameIsPathSegment } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { invalidEach } from '../field-checks.ts';
import { reporting } from '../report-twice.ts';
import type { BindingType } from './binding-type.ts';
import { defaultSubjectGroup, validateSubject } from './subjects.ts';

/** The fields that RoleBindings and ClusterRoleBindings share. */
export interface Binding {
  subjects?: RbacV1Subject[];
  roleRef: RbacV1RoleRef;
}

const rolePath = FieldPath.of('roleRef');
const subjectsPath = FieldPath.of('subjects');

export function applyBindingDefaults({ subjects = [] }: Binding, group: string): void {
  for (const subject of subjects) defaultSubjectGroup(subject, group);
}

export function validateBinding({ subjects = [], roleRef }: Binding, type: BindingType): FieldError[] {
  return [
    ...validateRoleRef(roleRef, type),
    ...validateEach(subjects, (subject, index) => validateSubject(subject, subjectsPath.index(index), type)),
  ];
}

/**
 * `roleRef` is immutable: permission to change the subjects of a binding must not be permission to grant another
 * role. Other errors are reported twice until 1.32.
 */
export function validateBindingUpdate(
  binding: Binding,
  old: Binding,
  { type, gates }: { type: BindingType; gates: FeatureGates },
): FieldError[] {
  return [
    ...reporting(gates)(validateBinding(binding, type)),
    ...(equalValues(binding.roleRef, old.roleRef)
      ? []
      : [invalid(rolePath, goRoleRef(binding.roleRef), 'cannot change roleRef')]),
  ];
}

const goRoleRef = ({ apiGroup, kind, name }: RbacV1RoleRef): GoText =>
  goStruct('rbac.RoleRef', { APIGroup: apiGroup, Kind: kind, Name: name });

function validateRoleRef({ apiGroup, kind, name }: RbacV1RoleRef, type: BindingType): FieldError[] {
  const namePath = rolePath.child('name');
  return [
    ...(apiGroup === type.group ? [] : [notSupported(rolePath.child('apiGroup'), apiGroup, [type.group])]),
    ...(type.roleKinds.includes(kind) ? [] : [notSupported(rolePath.child('kind'), kind, type.roleKinds)]),
    ...(name === '' ? [required(namePath)] : invalidEach(namePath, name, nameIsPathSegment(name, false))),
  ];
}
