import type {
  CoreV1ConfigMapVolumeSource,
  CoreV1KeyToPath,
  CoreV1SecretVolumeSource,
} from '../../../api/schema/types.gen.ts';
import type { FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { requireText } from '../field-checks.ts';
import { validateFileMode, validateProjectedPath } from '../file-paths.ts';

/** Sources that show the data of an object as files. */

export function validateSecretSource(source: CoreV1SecretVolumeSource, path: FieldPath): FieldError[] {
  return [
    ...requireText(source.secretName, path, 'secretName'),
    ...validateFileMode(source.defaultMode, path.child('defaultMode')),
    ...validateItems(source.items, path),
  ];
}

export function validateConfigMapSource(source: CoreV1ConfigMapVolumeSource, path: FieldPath): FieldError[] {
  return [
    ...requireText(source.name, path, 'name'),
    ...validateFileMode(source.defaultMode, path.child('defaultMode')),
    ...validateItems(source.items, path),
  ];
}

function validateItems(items: readonly CoreV1KeyToPath[] = [], path: FieldPath): FieldError[] {
  return validateEach(items, (item, index) => validateKeyToPath(item, path.child('items').index(index)));
}

export function validateKeyToPath(item: CoreV1KeyToPath, path: FieldPath): FieldError[] {
  return [
    ...requireText(item.key, path, 'key'),
    ...requireText(item.path, path, 'path'),
    ...validateProjectedPath(item.path, path.child('path')),
    ...validateFileMode(item.mode, path.child('mode')),
  ];
}
