import type {
  CoreV1DownwardAPIProjection,
  CoreV1KeyToPath,
  CoreV1ProjectedVolumeSource,
  CoreV1ServiceAccountTokenProjection,
  CoreV1VolumeProjection,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { requireText } from '../field-checks.ts';
import { validateFileMode } from '../file-paths.ts';
import { validateDownwardApiFile } from './downward-api.ts';
import { validateKeyToPath } from './files.ts';

export function validateProjected(
  { defaultMode, sources }: CoreV1ProjectedVolumeSource,
  path: FieldPath,
): FieldError[] {
  const taken = new TakenPaths(path);
  return [
    ...validateFileMode(defaultMode, path.child('defaultMode')),
    ...validateEach(sources ?? [], (source, index) => {
      const sourcePath = path.child('sources').index(index);
      return validateProjection(source, { taken, path, sourcePath });
    }),
  ];
}

/** The paths that the sources before have filled: all sources share one directory. */
class TakenPaths {
  readonly #paths = new Set<string>();
  readonly #volumePath: FieldPath;

  constructor(volumePath: FieldPath) {
    this.#volumePath = volumePath;
  }

  /** `culprit` is what the message shows. */
  take(path: string, culprit: string): FieldError[] {
    if (path === '') return [];
    if (this.#paths.has(path)) return [invalid(this.#volumePath, culprit, 'conflicting duplicate paths')];
    this.#paths.add(path);
    return [];
  }
}

interface Place {
  taken: TakenPaths;
  /** Path of the volume source. */
  path: FieldPath;
  /** Path of the one projection. */
  sourcePath: FieldPath;
}

function validateProjection(projection: CoreV1VolumeProjection, place: Place): FieldError[] {
  const { secret, configMap, downwardAPI, serviceAccountToken } = projection;
  const { sourcePath } = place;
  const types = [secret, configMap, downwardAPI, serviceAccountToken].filter((type) => type !== undefined);
  return [
    ...(secret === undefined ? [] : validateKeys(secret, sourcePath.child('secret'), place)),
    ...(configMap === undefined ? [] : validateKeys(configMap, sourcePath.child('configMap'), place)),
    ...(downwardAPI === undefined ? [] : validateFiles(downwardAPI, sourcePath.child('downwardAPI'), place)),
    ...(serviceAccountToken === undefined ? [] : validateToken(serviceAccountToken, place)),
    ...(types.length > 1 ? [forbidden(sourcePath, 'may not specify more than 1 volume type')] : []),
  ];
}

function validateKeys(
  { name, items = [] }: { name?: string; items?: CoreV1KeyToPath[] },
  path: FieldPath,
  { taken }: Place,
): FieldError[] {
  return [
    ...requireText(name, path, 'name'),
    ...validateEach(items, (item, index) => [
      ...validateKeyToPath(item, path.child('items').index(index)),
      ...taken.take(item.path, name ?? ''),
    ]),
  ];
}

function validateFiles(
  { items = [] }: CoreV1DownwardAPIProjection,
  path: FieldPath,
  { taken }: Place,
): FieldError[] {
  return validateEach(items, (item) => [
    ...validateDownwardApiFile(item, path),
    ...taken.take(item.path, item.path),
  ]);
}

function validateToken(
  token: CoreV1ServiceAccountTokenProjection,
  { path, sourcePath }: Place,
): FieldError[] {
  const { expirationSeconds = 0 } = token;
  const expirationPath = sourcePath.child('serviceAccountToken', 'expirationSeconds');
  const errors: FieldError[] = [];
  if (expirationSeconds < 600) {
    errors.push(
      invalid(expirationPath, expirationSeconds, 'may not specify a duration less than 10 minutes'),
    );
  }
  if (expirationSeconds > 2 ** 32) {
    errors.push(
      invalid(expirationPath, expirationSeconds, 'may not specify a duration larger than 2^32 seconds'),
    );
  }
  // The API reports a missing path at the volume, not at its source.
  if (token.path === '') errors.push(required(path.child('path')));
  return errors;
}
