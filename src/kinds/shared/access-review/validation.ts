import { type GoText, goStruct } from '../../../api/go-format/go-syntax.ts';
import type {
  AuthorizationV1NonResourceAttributes,
  AuthorizationV1ResourceAttributes,
  MetaV1ObjectMeta,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';

/** The action that a review asks about, on a resource or on a non-resource path. */
export interface ReviewedAction {
  resourceAttributes?: AuthorizationV1ResourceAttributes;
  nonResourceAttributes?: AuthorizationV1NonResourceAttributes;
}

/** An action and the user who would take it. */
export interface ReviewedUserAction extends ReviewedAction {
  user?: string;
  groups?: string[];
}

const specPath = FieldPath.of('spec');

export function validateAttributes({
  resourceAttributes,
  nonResourceAttributes,
}: ReviewedAction): FieldError[] {
  if (resourceAttributes !== undefined && nonResourceAttributes !== undefined) {
    const text = 'cannot be specified in combination with resourceAttributes';
    return [
      invalid(specPath.child('nonResourceAttributes'), goNonResourceAttributes(nonResourceAttributes), text),
    ];
  }
  if (resourceAttributes !== undefined || nonResourceAttributes !== undefined) return [];
  const text = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  return [invalid(specPath.child('resourceAttributes'), null, text)];
}

/** The value as Go prints it in error messages. */
export const goNonResourceAttributes = ({
  path = '',
  verb = '',
}: AuthorizationV1NonResourceAttributes): GoText =>
  goStruct('authorization.NonResourceAttributes', { Path: path, Verb: verb });

export function validateUserAttributes(spec: ReviewedUserAction): FieldError[] {
  const hasUser = spec.user || spec.groups?.length;
  return [
    ...validateAttributes(spec),
    ...(hasUser
      ? []
      : [invalid(specPath.child('user'), '', 'at least one of user or group must be specified')]),
  ];
}

/** A review is not stored, so its metadata must be empty. managedFields, which the server sets, are ignored. */
export function validateNoMetadata(
  metadata: MetaV1ObjectMeta,
  { exceptNamespace = false }: { exceptNamespace?: boolean } = {},
): FieldError[] {
  const allowed = ['managedFields', ...(exceptNamespace ? ['namespace'] : [])];
  const present = Object.entries(metadata).filter(
    ([field, value]) => !allowed.includes(field) && value !== undefined && value !== null,
  );
  const text = exceptNamespace ? 'must be empty except for namespace' : 'must be empty';
  return present.length === 0 ? [] : [invalid(FieldPath.of('metadata'), metadata, text)];
}
