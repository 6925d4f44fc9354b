import type { RbacV1Subject } from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { invalidEach } from '../field-checks.ts';
import type { BindingType } from './binding-type.ts';

const isUserOrGroup = (kind: string): boolean => kind === 'User' || kind === 'Group';

export function defaultSubjectGroup(subject: RbacV1Subject, group: string): void {
  if (!subject.apiGroup && isUserOrGroup(subject.kind)) subject.apiGroup = group;
}

export function validateSubject(subject: RbacV1Subject, path: FieldPath, type: BindingType): FieldError[] {
  const errors = subject.name === '' ? [required(path.child('name'))] : [];
  if (subject.kind === 'ServiceAccount') return [...errors, ...validateServiceAccount(subject, path, type)];
  const { kind, apiGroup = '' } = subject;
  if (!isUserOrGroup(kind)) {
    return [...errors, notSupported(path.child('kind'), kind, ['ServiceAccount', 'User', 'Group'])];
  }
  return apiGroup === type.group
    ? errors
    : [...errors, notSupported(path.child('apiGroup'), apiGroup, [type.group])];
}

/** In a RoleBinding, the namespace of a service account defaults to that of the binding. */
function validateServiceAccount(
  { name, apiGroup, namespace }: RbacV1Subject,
  path: FieldPath,
  { namespaced }: BindingType,
): FieldError[] {
  return [
    ...(name === '' ? [] : invalidEach(path.child('name'), name, dns1123Subdomain(name))),
    ...(apiGroup ? [notSupported(path.child('apiGroup'), apiGroup, [''])] : []),
    ...(namespaced || namespace ? [] : [required(path.child('namespace'))]),
  ];
}
