import type { ManagedFieldsEntry } from '../meta/metadata.ts';
import { type FieldError, type FieldPath, invalid, tooLong } from './field-errors.ts';
import { validateEach } from './validate-each.ts';

const maxManagerBytes = 128;
const maxSubresourceBytes = 256;

const plain = /^[ -~]*$/;
const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

/** At most 128 bytes of printable characters; may be empty. */
export function validateFieldManager(manager: string, path: FieldPath): FieldError[] {
  // Alone, as each of the errors below repeats the whole name.
  if (Buffer.byteLength(manager) > maxManagerBytes) return [tooLong(path, maxManagerBytes)];
  if (plain.test(manager)) return [];
  return [...manager.matchAll(unprintable)].map(({ 0: character, index }) => {
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
    const position = Buffer.byteLength(manager.slice(0, index));
    return invalid(path, manager, `invalid character U+${code} (at position ${position})`);
  });
}

export function validateManagedFields(entries: readonly ManagedFieldsEntry[], path: FieldPath): FieldError[] {
  return validateEach(entries, (entry, index) => validateEntry(entry, path.index(index)));
}

function validateEntry(entry: ManagedFieldsEntry, path: FieldPath): FieldError[] {
  const { operation = '', fieldsType = '', manager = '', subresource = '' } = entry;
  return [
    ...(operation === 'Apply' || operation === 'Update'
      ? []
      : [invalid(path.child('operation'), operation, 'must be `Apply` or `Update`')]),
    ...(fieldsType === '' || fieldsType === 'FieldsV1'
      ? []
      : [invalid(path.child('fieldsType'), fieldsType, 'must be `FieldsV1`')]),
    ...validateFieldManager(manager, path.child('manager')),
    ...(Buffer.byteLength(subresource) > maxSubresourceBytes
      ? [tooLong(path.child('subresource'), maxSubresourceBytes)]
      : []),
  ];
}
