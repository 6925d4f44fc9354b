import type { OwnerReference } from '../meta/metadata.ts';
import { type FieldError, type FieldPath, invalid } from './field-errors.ts';
import { validateEach } from './validate-each.ts';

/** Paths are those of the list, not of the item: the API has it so. */
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
      controller = reference.name ?? '';
      return errors;
    }
    // Once, though there may be more: the fault repeats the whole list, and both may be long.
    if (!reported) errors.push(invalid(path, references, twoControllers(controller, reference.name ?? '')));
    reported = true;
    return errors;
  });
}

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
    // Events come in such numbers, and go so soon, that nothing may hang on one.
    ...(apiVersion === 'v1' && kind === 'Event'
      ? [invalid(path, reference, '/v1, Kind=Event is disallowed from being an owner')]
      : []),
  ];
}

/** `v1` or `group/v1`; anything else has no version. */
function hasVersion(apiVersion: string): boolean {
  const [first, second, ...more] = apiVersion.split('/', 3);
  return more.length === 0 && (second ?? first) !== '';
}
