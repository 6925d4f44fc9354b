import type {
  CoreV1CSIVolumeSource,
  CoreV1FlexVolumeSource,
  CoreV1StorageOSVolumeSource,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  invalid,
  required,
  tooLong,
} from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { invalidEach, requireText, validateLabelFormat } from '../field-checks.ts';
import type { PodVolumeOptions, VolumeSourceOptions } from './validator.ts';

/** Sources that a driver serves which is named in the object. */

export function validateCsi(
  { driver, nodePublishSecretRef }: CoreV1CSIVolumeSource,
  path: FieldPath,
  { gates }: PodVolumeOptions,
): FieldError[] {
  const driverPath = path.child('driver');
  return [
    ...(driver === '' && gates.isIn('1.36')
      ? [required(driverPath)]
      : validateCsiDriverName(driver, driverPath)),
    ...(nodePublishSecretRef === undefined ? [] : validateSecretName(nodePublishSecretRef.name, path)),
  ];
}

/** The API says `csi.name` of a name with a problem. */
function validateSecretName(name: string | undefined, path: FieldPath): FieldError[] {
  return name
    ? invalidEach(path.child('name'), name, dns1123Subdomain(name))
    : [required(path.child('nodePublishSecretRef', 'name'))];
}

/** Capital letters are allowed in it. */
export function validateCsiDriverName(name: string, path: FieldPath): FieldError[] {
  const errors = name === '' ? [required(path)] : [];
  if (Buffer.byteLength(name) > 63) errors.push(tooLong(path, 63));
  return [...errors, ...invalidEach(path, name, dns1123Subdomain(name.toLowerCase()))];
}

export function validateFlexVolume(
  source: Pick<CoreV1FlexVolumeSource, 'driver' | 'options'>,
  path: FieldPath,
  { dialect: { api, label } }: VolumeSourceOptions,
): FieldError[] {
  const isReserved = (key: string) => {
    const slash = key.indexOf('/');
    const namespace = `.${(slash === -1 ? key : key.slice(0, slash)).toLowerCase()}`;
    return namespace.endsWith(`.${label}`) || namespace.endsWith(`.${api}`);
  };
  return [
    ...requireText(source.driver, path, 'driver'),
    ...Object.keys(source.options ?? {})
      .filter(isReserved)
      .map((key) =>
        invalid(path.child('options').key(key), key, `${label} and ${api} namespaces are reserved`),
      ),
  ];
}

export function validateStorageOs(
  { volumeName, volumeNamespace, secretRef }: CoreV1StorageOSVolumeSource,
  path: FieldPath,
): FieldError[] {
  const namePath = path.child('volumeName');
  return [
    ...(volumeName ? validateLabelFormat(volumeName, namePath) : [required(namePath)]),
    ...(volumeNamespace ? validateLabelFormat(volumeNamespace, path.child('volumeNamespace')) : []),
    ...(secretRef === undefined ? [] : requireText(secretRef.name, path.child('secretRef'), 'name')),
  ];
}
