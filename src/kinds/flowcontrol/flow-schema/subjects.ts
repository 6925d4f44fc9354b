import type {
  FlowcontrolV1beta2ServiceAccountSubject,
  FlowcontrolV1beta2Subject,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { dns1123Label, dns1123Subdomain } from '../../../api/validation/names.ts';
import { invalidEach, requireText } from '../../shared/field-checks.ts';

/** For each kind of subject: its own field, and the fields it must not have in the order of the errors. */
const fields = {
  ServiceAccount: ['serviceAccount', ['user', 'group']],
  User: ['user', ['serviceAccount', 'group']],
  Group: ['group', ['serviceAccount', 'user']],
} as const;

const kindOf = { serviceAccount: 'ServiceAccount', user: 'User', group: 'Group' } as const;

export function validateSubject(subject: FlowcontrolV1beta2Subject, path: FieldPath): FieldError[] {
  const { kind } = subject;
  if (!isKnownKind(kind))
    return [notSupported(path.child('kind'), kind, ['Group', 'ServiceAccount', 'User'])];
  const [own, others] = fields[kind];
  return [
    ...(subject[own] === undefined
      ? [required(path.child(own), `${own} is required when subject kind is '${kind}'`)]
      : validateSubjectField(subject, own, path.child(own))),
    ...others
      .filter((field) => subject[field] !== undefined)
      .map((field) =>
        forbidden(path.child(field), `${field} is forbidden when subject kind is not '${kindOf[field]}'`),
      ),
  ];
}

const isKnownKind = (kind: string): kind is keyof typeof fields => Object.hasOwn(fields, kind);

function validateSubjectField(
  subject: FlowcontrolV1beta2Subject,
  field: keyof typeof kindOf,
  path: FieldPath,
): FieldError[] {
  if (field === 'serviceAccount') return validateServiceAccount(subject.serviceAccount!, path);
  return requireText(subject[field]!.name, path, 'name');
}

function validateServiceAccount(
  { namespace, name }: FlowcontrolV1beta2ServiceAccountSubject,
  path: FieldPath,
): FieldError[] {
  const namePath = path.child('name');
  const namespacePath = path.child('namespace');
  return [
    ...(name === '' ? [required(namePath)] : []),
    ...(name === '' || name === '*' ? [] : invalidEach(namePath, name, dns1123Subdomain(name))),
    ...(namespace === ''
      ? [required(namespacePath, 'must specify namespace for service account')]
      : invalidEach(namespacePath, namespace, dns1123Label(namespace))),
  ];
}
