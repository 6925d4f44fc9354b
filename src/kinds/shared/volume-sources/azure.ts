import type {
  CoreV1AzureDiskVolumeSource,
  CoreV1AzureFileVolumeSource,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, type FieldPath, notSupported } from '../../../api/validation/field-errors.ts';
import { requireText, validateOneOf } from '../field-checks.ts';

const managedUri =
  '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const blobUri = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

export function validateAzureDisk(source: CoreV1AzureDiskVolumeSource, path: FieldPath): FieldError[] {
  return [
    ...requireText(source.diskName, path, 'diskName'),
    ...requireText(source.diskURI, path, 'diskURI'),
    ...validateOneOf(source.cachingMode, path.child('cachingMode'), ['None', 'ReadOnly', 'ReadWrite']),
    ...validateOneOf(source.kind, path.child('kind'), ['Dedicated', 'Managed', 'Shared']),
    ...validateDiskUri(source, path.child('diskURI')),
  ];
}

/** A managed disk is a resource of the cloud, the others are blobs. */
function validateDiskUri({ kind, diskURI }: CoreV1AzureDiskVolumeSource, path: FieldPath): FieldError[] {
  if (kind === undefined) return [];
  const [start, example] = kind === 'Managed' ? ['/subscriptions/', managedUri] : ['https://', blobUri];
  return diskURI.startsWith(start!) ? [] : [notSupported(path, diskURI, [example!])];
}

export function validateAzureFile(source: CoreV1AzureFileVolumeSource, path: FieldPath): FieldError[] {
  return [
    ...requireText(source.secretName, path, 'secretName'),
    ...requireText(source.shareName, path, 'shareName'),
  ];
}
