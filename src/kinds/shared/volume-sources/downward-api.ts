import type {
  CoreV1DownwardAPIVolumeFile,
  CoreV1DownwardAPIVolumeSource,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validateFieldSelector, validateResourceSelector, volumeFieldPaths } from '../downward-api.ts';
import { requireText } from '../field-checks.ts';
import { validateFileMode, validateProjectedPath } from '../file-paths.ts';

export function validateDownwardApiSource(
  { defaultMode, items = [] }: CoreV1DownwardAPIVolumeSource,
  path: FieldPath,
): FieldError[] {
  return [
    ...validateFileMode(defaultMode, path.child('defaultMode')),
    // The API reports the problems of items at the source: `downwardAPI.path`.
    ...validateEach(items, (item) => validateDownwardApiFile(item, path)),
  ];
}

export function validateDownwardApiFile(file: CoreV1DownwardAPIVolumeFile, path: FieldPath): FieldError[] {
  return [
    ...requireText(file.path, path, 'path'),
    ...validateProjectedPath(file.path, path.child('path')),
    ...validateContent(file, path),
    ...validateFileMode(file.mode, path.child('mode')),
  ];
}

function validateContent(
  { fieldRef, resourceFieldRef }: CoreV1DownwardAPIVolumeFile,
  path: FieldPath,
): FieldError[] {
  if (fieldRef !== undefined) {
    const errors = validateFieldSelector(fieldRef, volumeFieldPaths, path.child('fieldRef'));
    const both = 'fieldRef and resourceFieldRef can not be specified simultaneously';
    return resourceFieldRef === undefined ? errors : [...errors, invalid(path, 'resource', both)];
  }
  if (resourceFieldRef === undefined) {
    return [required(path, 'one of fieldRef and resourceFieldRef is required')];
  }
  return validateResourceSelector(resourceFieldRef, path.child('resourceFieldRef'), {
    requireContainerName: true,
  });
}
