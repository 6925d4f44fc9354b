import { type GoText, goStruct } from '../../../api/go-format/go-syntax.ts';
import type {
  AuthorizationV1NonResourceAttributes,
  AuthorizationV1ResourceAttributes,
  MetaV1ObjectMeta,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../api/validation/field-errors.ts';

/** What is to be done: something to a resource or something to another path. */
export interface Attributes {
  resourceAttributes?: AuthorizationV1ResourceAttributes;
  nonResourceAttributes?: AuthorizationV1NonResourceAttributes;
}

/** … and by whom. */
export interface AttributesOfUser extends Attributes {
  user?: string;
  groups?: string[];
}

const specPath = FieldPath.of('spec');

export function validateAttributes({ resourceAttributes, nonResourceAttributes }: Attributes): FieldError[] {
  if (resourceAttributes !== undefined && nonResourceAttributes !== undefined) {
    const text = 'cannot be specified in combination with resourceAttributes';
    return [invalid(specPath.child('nonResourceAttributes'), shownPath(nonResourceAttributes), text)];
  }
  if (resourceAttributes !== undefined || nonResourceAttributes !== undefined) return [];
  const text = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  return [invalid(specPath.child('resourceAttributes'), null, text)];
}

/** As people know it from messages. */
export const shownPath = ({ path = '', verb = '' }: AuthorizationV1NonResourceAttributes): GoText =>
  goStruct('authorization.NonResourceAttributes', { Path: path, Verb: verb });

export function validateAttributesOfUser(spec: AttributesOfUser): FieldError[] {
  const isNobody = !spec.user && !spec.groups?.length;
  return [
    ...validateAttributes(spec),
    ...(isNobody
      ? [invalid(specPath.child('user'), '', 'at least one of user or group must be specified')]
      : []),
  ];
}

/** A question has no name and no owner. What the server itself wrote down about its fields does not count. */
export function validateNoMetadata(
  metadata: MetaV1ObjectMeta,
  { exceptNamespace = false }: { exceptNamespace?: boolean } = {},
): FieldError[] {
  const allowed = ['managedFields', ...(exceptNamespace ? ['namespace'] : [])];
  const said = Object.entries(metadata).filter(
    ([field, value]) => !allowed.includes(field) && value !== undefined && value !== null,
  );
  const text = exceptNamespace ? 'must be empty except for namespace' : 'must be empty';
  return said.length === 0 ? [] : [invalid(FieldPath.of('metadata'), metadata, text)];
}
