import type { OwnerReference } from '../meta/metadata.ts';
import { type FieldError, type FieldPath, invalid } from './field-errors.ts';
import { validateEach } from './validate-each.ts';

/** Checks owner references. Errors have the path of the list, without an index. */
export function validateOwnerReferences(
  references: readonly OwnerReference[],
  path: FieldPath,
): FieldError[] {
  let controller = '';
  let reported = false;
  return validateEach(references, (reference) => {
    const errors = validateReference(reference, path);
    if (reference.controller !== true) return errors;
    if (controller === '') {
      controller = nameOf(reference);
      return errors;
    }
    // Only once, as the error repeats the whole list, which may be long.
    if (!reported) errors.push(invalid(path, references, twoControllers(controller, nameOf(reference))));
    reported = true;
    return errors;
  });
}

/** `ReplicaSet/web`; releases before 1.34 say `web` (ErrorTexts). */
const nameOf = ({ kind, name }: OwnerReference): string => `${kind ?? ''}/${name ?? ''}`;

function twoControllers(first: string, second: string): string {
  return `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${second}`;
}

function validateReference(reference: OwnerReference, path: FieldPath): FieldError[] {
  const { apiVersion, kind } = reference;
  const missing = (['kind', 'name', 'uid'] as const).filter((field) => !reference[field]);
  return [
    ...(hasVersion(apiVersion ?? '')
      ? []
      : [invalid(path.child('apiVersion'), apiVersion ?? '', 'version must not be empty')]),
    ...missing.map((field) => invalid(path.child(field), '', `${field} must not be empty`)),
    // Events are too many and too short-lived to own anything.
    ...(apiVersion === 'v1' && kind === 'Event'
      ? [invalid(path, reference, '/v1, Kind=Event is disallowed from being an owner')]
      : []),
  ];
}

/** Whether it is `v1` or `group/v1`. */
function hasVersion(apiVersion: string): boolean {
  const [first, second, ...more] = apiVersion.split('/', 3);
  return more.length === 0 && (second ?? first) !== '';
}
