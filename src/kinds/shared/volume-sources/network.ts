import type {
  CoreV1CephFSVolumeSource,
  CoreV1FlockerVolumeSource,
  CoreV1GlusterfsVolumeSource,
  CoreV1NFSVolumeSource,
  CoreV1QuobyteVolumeSource,
  CoreV1RBDVolumeSource,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { requireItems, requireText } from '../field-checks.ts';

/** Sources that are servers on the network. */

export function validateNfs(
  { server, path: exported }: CoreV1NFSVolumeSource,
  path: FieldPath,
): FieldError[] {
  return [
    ...requireText(server, path, 'server'),
    ...requireText(exported, path, 'path'),
    ...(exported.startsWith('/') ? [] : [invalid(path.child('path'), exported, 'must be an absolute path')]),
  ];
}

export function validateGlusterfs(source: CoreV1GlusterfsVolumeSource, path: FieldPath): FieldError[] {
  return [...requireText(source.endpoints, path, 'endpoints'), ...requireText(source.path, path, 'path')];
}

export function validateRbd(
  { monitors, image }: Pick<CoreV1RBDVolumeSource, 'monitors' | 'image'>,
  path: FieldPath,
): FieldError[] {
  return [...requireItems(monitors, path, 'monitors'), ...requireText(image, path, 'image')];
}

export function validateCephFs(
  { monitors }: Pick<CoreV1CephFSVolumeSource, 'monitors'>,
  path: FieldPath,
): FieldError[] {
  return requireItems(monitors, path, 'monitors');
}

export function validateFlocker(
  { datasetName = '', datasetUUID = '' }: CoreV1FlockerVolumeSource,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  if (datasetName === '' && datasetUUID === '') {
    errors.push(required(path, 'one of datasetName and datasetUUID is required'));
  }
  if (datasetName !== '' && datasetUUID !== '') {
    errors.push(invalid(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously'));
  }
  if (datasetName.includes('/')) {
    errors.push(invalid(path.child('datasetName'), datasetName, "must not contain '/'"));
  }
  return errors;
}

const registryRule = 'must be a host:port pair or multiple pairs separated by commas';

export function validateQuobyte(source: CoreV1QuobyteVolumeSource, path: FieldPath): FieldError[] {
  return [...validateRegistry(source, path), ...requireText(source.volume, path, 'volume')];
}

function validateRegistry(
  { registry, tenant = '' }: CoreV1QuobyteVolumeSource,
  path: FieldPath,
): FieldError[] {
  if (registry === '') return [required(path.child('registry'), registryRule)];
  if (Buffer.byteLength(tenant) > 64) {
    return [required(path.child('tenant'), 'must be a UUID and may not exceed a length of 64 characters')];
  }
  // The error of each bad pair shows the whole list.
  return validateEach(registry.split(','), (pair) =>
    isHostPort(pair) ? [] : [invalid(path.child('registry'), registry, registryRule)],
  );
}

const hostPort = /^(?:[^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/;

/** `host:port`, `[address]:port`; a host with colons needs the brackets. Either part may be empty. */
const isHostPort = (text: string): boolean => hostPort.test(text);
