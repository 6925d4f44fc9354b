import { type FieldError, type FieldPath, required } from '../../api/validation/field-errors.ts';
import { dns1123Subdomain, pathSegmentName } from '../../api/validation/names.ts';
import { invalidEach } from './field-checks.ts';

interface LocalReference {
  apiGroup?: string | null;
  kind: string;
  name: string;
}

/** A reference to an object of any kind; `kind` and `name` must be valid path segments. */
export function validateLocalReference(
  { apiGroup, kind, name }: LocalReference,
  path: FieldPath,
): FieldError[] {
  return [
    ...(apiGroup === undefined || apiGroup === null
      ? []
      : invalidEach(path.child('apiGroup'), apiGroup, dns1123Subdomain(apiGroup))),
    ...validateSegment(kind, path, 'kind'),
    ...validateSegment(name, path, 'name'),
  ];
}

function validateSegment(text: string, path: FieldPath, name: string): FieldError[] {
  const field = path.child(name);
  return text === ''
    ? [required(field, `${name} is required`)]
    : invalidEach(field, text, pathSegmentName(text));
}
