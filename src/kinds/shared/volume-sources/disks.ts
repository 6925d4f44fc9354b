import { goList } from '../../../api/go-format/go-syntax.ts';
import type {
  CoreV1AWSElasticBlockStoreVolumeSource,
  CoreV1CinderVolumeSource,
  CoreV1FCVolumeSource,
  CoreV1GCEPersistentDiskVolumeSource,
  CoreV1PhotonPersistentDiskVolumeSource,
  CoreV1PortworxVolumeSource,
  CoreV1ScaleIOVolumeSource,
  CoreV1VsphereVirtualDiskVolumeSource,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, invalid, required } from '../../../api/validation/field-errors.ts';
import { rangeText } from '../../../api/validation/names.ts';
import { requireText, validateRange } from '../field-checks.ts';

/** Sources that are block devices of a cloud or of a storage system. */

/** 0 means the whole disk and is fine, though the text has never said so. */
const partitionText = rangeText(1, 255);

const validatePartition = (partition: number | undefined, path: FieldPath): FieldError[] =>
  validateRange(partition, path.child('partition'), [0, 255], partitionText);

export function validateGcePersistentDisk(
  source: CoreV1GCEPersistentDiskVolumeSource,
  path: FieldPath,
): FieldError[] {
  return [...requireText(source.pdName, path, 'pdName'), ...validatePartition(source.partition, path)];
}

export function validateAwsElasticBlockStore(
  source: CoreV1AWSElasticBlockStoreVolumeSource,
  path: FieldPath,
): FieldError[] {
  return [...requireText(source.volumeID, path, 'volumeID'), ...validatePartition(source.partition, path)];
}

export function validateCinder(
  { volumeID, secretRef }: CoreV1CinderVolumeSource,
  path: FieldPath,
): FieldError[] {
  return [
    ...requireText(volumeID, path, 'volumeID'),
    ...(secretRef === undefined ? [] : requireText(secretRef.name, path.child('secretRef'), 'name')),
  ];
}

export function validateFibreChannel(source: CoreV1FCVolumeSource, path: FieldPath): FieldError[] {
  const { targetWWNs = [], wwids = [] } = source;
  const errors: FieldError[] = [];
  if (targetWWNs.length === 0 && wwids.length === 0) {
    errors.push(required(path.child('targetWWNs'), 'must specify either targetWWNs or wwids, but not both'));
  }
  if (targetWWNs.length > 0 && wwids.length > 0) {
    errors.push(
      invalid(
        path.child('targetWWNs'),
        goList('string', targetWWNs),
        'targetWWNs and wwids can not be specified simultaneously',
      ),
    );
  }
  if (targetWWNs.length > 0) errors.push(...requireLun(source.lun, path.child('lun')));
  return errors;
}

function requireLun(lun: number | undefined, path: FieldPath): FieldError[] {
  return lun === undefined
    ? [required(path, 'lun is required if targetWWNs is specified')]
    : validateRange(lun, path, [0, 255]);
}

export function validateVsphere(source: CoreV1VsphereVirtualDiskVolumeSource, path: FieldPath): FieldError[] {
  return requireText(source.volumePath, path, 'volumePath');
}

export function validatePhoton(
  source: CoreV1PhotonPersistentDiskVolumeSource,
  path: FieldPath,
): FieldError[] {
  return requireText(source.pdID, path, 'pdID');
}

export function validatePortworx(source: CoreV1PortworxVolumeSource, path: FieldPath): FieldError[] {
  return requireText(source.volumeID, path, 'volumeID');
}

export function validateScaleIo(
  source: Pick<CoreV1ScaleIOVolumeSource, 'gateway' | 'system' | 'volumeName'>,
  path: FieldPath,
): FieldError[] {
  return [
    ...requireText(source.gateway, path, 'gateway'),
    ...requireText(source.system, path, 'system'),
    ...requireText(source.volumeName, path, 'volumeName'),
  ];
}
