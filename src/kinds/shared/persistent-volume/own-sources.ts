import type {
  CoreV1AzureFilePersistentVolumeSource,
  CoreV1CinderPersistentVolumeSource,
  CoreV1CSIPersistentVolumeSource,
  CoreV1GlusterfsPersistentVolumeSource,
  CoreV1LocalVolumeSource,
  CoreV1SecretReference,
  CoreV1StorageOSPersistentVolumeSource,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { dns1123Label, dns1123Subdomain } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { invalidEach, requireFormat, requireText, validateLabelFormat } from '../field-checks.ts';
import { validateNoBacksteps } from '../file-paths.ts';
import { validateCsiDriverName } from '../volume-sources/index.ts';

/*
 * Sources whose rules are not those of the source of a pod: a PersistentVolume lies in no namespace, so what it
 * refers to has to say its own.
 */

export function validateLocal(source: CoreV1LocalVolumeSource, path: FieldPath): FieldError[] {
  if (source.path === '') return [required(path.child('path'))];
  return validateNoBacksteps(source.path, path.child('path'));
}

export function validateGlusterfsNamespace(
  { endpointsNamespace }: CoreV1GlusterfsPersistentVolumeSource,
  path: FieldPath,
): FieldError[] {
  const namespacePath = path.child('endpointsNamespace');
  if (endpointsNamespace === undefined) return [];
  if (endpointsNamespace === '') {
    const text = 'if the endpointnamespace is set, it must be a valid namespace name';
    return [invalid(namespacePath, '', text)];
  }
  return invalidEach(namespacePath, endpointsNamespace, dns1123Label(endpointsNamespace));
}

export function validateAzureFile(
  source: CoreV1AzureFilePersistentVolumeSource,
  path: FieldPath,
): FieldError[] {
  return [
    ...requireText(source.secretName, path, 'secretName'),
    ...requireText(source.shareName, path, 'shareName'),
    ...(source.secretNamespace === '' ? [required(path.child('secretNamespace'))] : []),
  ];
}

export function validateCinder(source: CoreV1CinderPersistentVolumeSource, path: FieldPath): FieldError[] {
  return [
    ...requireText(source.volumeID, path, 'volumeID'),
    ...requireWhole(source.secretRef, path.child('secretRef')),
  ];
}

export function validateStorageOs(
  source: CoreV1StorageOSPersistentVolumeSource,
  path: FieldPath,
): FieldError[] {
  const { volumeName, volumeNamespace, secretRef } = source;
  const namePath = path.child('volumeName');
  return [
    ...(volumeName ? validateLabelFormat(volumeName, namePath) : [required(namePath)]),
    ...(volumeNamespace ? validateLabelFormat(volumeNamespace, path.child('volumeNamespace')) : []),
    ...requireWhole(secretRef, path.child('secretRef')),
  ];
}

/** That for staging a volume is not looked at. */
const csiSecrets = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeExpandSecretRef',
] as const;

export interface CsiOptions {
  reportsMissingDriverOnce: boolean;
  hasSecretPaths: boolean;
}

export function validateCsi(
  source: CoreV1CSIPersistentVolumeSource,
  path: FieldPath,
  { reportsMissingDriverOnce, hasSecretPaths }: CsiOptions,
): FieldError[] {
  const validateSecret = hasSecretPaths ? validateSecretReference : validateSecretNames;
  return [
    ...(source.driver === '' && reportsMissingDriverOnce
      ? [required(path.child('driver'))]
      : validateCsiDriverName(source.driver, path.child('driver'))),
    ...requireText(source.volumeHandle, path, 'volumeHandle'),
    ...validateEach(csiSecrets, (field) => validateSecret(source[field], path, field)),
  ];
}

/** `path` is that of the source, `name` that of the field in it. */
function validateSecretReference(
  reference: CoreV1SecretReference | undefined,
  path: FieldPath,
  name: string,
): FieldError[] {
  if (reference === undefined) return [];
  const at = path.child(name);
  return [
    ...requireFormat(reference.name, at.child('name'), dns1123Subdomain),
    ...requireFormat(reference.namespace, at.child('namespace'), dns1123Label),
  ];
}

/** Both parts of the reference, in whatever form. */
function requireWhole(
  reference: { name?: string; namespace?: string } | undefined,
  path: FieldPath,
): FieldError[] {
  if (reference === undefined) return [];
  return [
    ...requireText(reference.name, path, 'name'),
    ...requireText(reference.namespace, path, 'namespace'),
  ];
}

/** `path` is that of the source: of a name with a problem the API says `csi.name`, whichever it is. */
function validateSecretNames(
  reference: CoreV1SecretReference | undefined,
  path: FieldPath,
  name: string,
): FieldError[] {
  if (reference === undefined) return [];
  return validateEach(['name', 'namespace'] as const, (field) => {
    const value = reference[field];
    return value ? validateLabelFormat(value, path.child(field)) : [required(path.child(name, field))];
  });
}
