import type {
  CoreV1DownwardAPIProjection,
  CoreV1KeyToPath,
  CoreV1ProjectedVolumeSource,
  CoreV1ServiceAccountTokenProjection,
  CoreV1VolumeProjection,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  invalid,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { requireText } from '../field-checks.ts';
import { validateFileMode, validateProjectedPath } from '../file-paths.ts';
import { validatePodCertificate, validateTrustBundle } from './certificates.ts';
import { validateDownwardApiFile } from './downward-api.ts';
import { validateKeyToPath } from './files.ts';
import { TakenPaths } from './taken-paths.ts';
import type { PodVolumeOptions } from './validator.ts';

export function validateProjected(
  { defaultMode, sources }: CoreV1ProjectedVolumeSource,
  path: FieldPath,
  options: PodVolumeOptions,
): FieldError[] {
  const taken = new TakenPaths(path);
  return [
    ...validateFileMode(defaultMode, path.child('defaultMode')),
    ...validateEach(sources ?? [], (source, index) => {
      const sourcePath = path.child('sources').index(index);
      return validateProjection(source, { taken, path, sourcePath, options });
    }),
  ];
}

interface Place {
  taken: TakenPaths;
  /** Path of the volume source. */
  path: FieldPath;
  /** Path of the one projection. */
  sourcePath: FieldPath;
  options: PodVolumeOptions;
}

function validateProjection(projection: CoreV1VolumeProjection, place: Place): FieldError[] {
  const { secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle, podCertificate } =
    projection;
  const { sourcePath, taken } = place;
  const types = Object.values(projection).filter((type) => type !== undefined);
  const surplus = `may not specify more than 1 volume type${place.options.gates.isIn('1.31') ? ' per source' : ''}`;
  return [
    ...(secret === undefined ? [] : validateKeys(secret, sourcePath.child('secret'), place)),
    ...(configMap === undefined ? [] : validateKeys(configMap, sourcePath.child('configMap'), place)),
    ...(downwardAPI === undefined ? [] : validateFiles(downwardAPI, sourcePath.child('downwardAPI'), place)),
    ...(serviceAccountToken === undefined ? [] : validateToken(serviceAccountToken, place)),
    ...(clusterTrustBundle === undefined
      ? []
      : validateTrustBundle(clusterTrustBundle, sourcePath.child('clusterTrustBundle'), taken)),
    ...(podCertificate === undefined
      ? []
      : validatePodCertificate(podCertificate, sourcePath.child('podCertificate'), taken)),
    ...(types.length > 1 ? [forbidden(sourcePath, surplus)] : []),
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
  { path, sourcePath, options }: Place,
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
  else if (options.gates.isIn('1.30') && !options.hasOpenTokenPath) {
    errors.push(...validateProjectedPath(token.path, path.child('path')));
  }
  return errors;
}

/** Whether a path leaves its volume, or begins as one that the node keeps for itself. */
export const isOpenPath = (path: string): boolean => validateProjectedPath(path, FieldPath.root).length > 0;
