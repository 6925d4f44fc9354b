import type {
  StorageV1VolumeAttachment,
  StorageV1VolumeAttachmentSpec,
  StorageV1VolumeError,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, required, tooLong } from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { invalidEach } from '../../shared/field-checks.ts';
import { reportTwice } from '../../shared/report-twice.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { versionName } from '../../shared/version-name.ts';
import { validateCsiDriverName } from '../../shared/volume-sources/index.ts';
import { validateSource } from './source.ts';

const specPath = FieldPath.of('spec');
const statusPath = FieldPath.of('status');
const maxMetadataBytes = 256 * 1024;
const maxMessageBytes = 1024;

/** `apiVersion` is the request's: only v1 validates the names of driver and volume. */
export function validateVolumeAttachment(
  attachment: StorageV1VolumeAttachment,
  apiVersion = 'v1',
): FieldError[] {
  return [
    ...validateAllVersions(attachment),
    ...(versionName(apiVersion) === 'v1' ? validateV1Names(attachment.spec) : []),
  ];
}

export function validateVolumeAttachmentUpdate(
  attachment: StorageV1VolumeAttachment,
  old: StorageV1VolumeAttachment,
): FieldError[] {
  return [...reportTwice(validateAllVersions(attachment)), ...unchanged(attachment.spec, old.spec, specPath)];
}

function validateAllVersions({ spec, status }: StorageV1VolumeAttachment): FieldError[] {
  const nodePath = specPath.child('nodeName');
  return [
    ...(spec.attacher === '' ? [required(specPath.child('attacher'))] : []),
    ...validateSource(spec.source, specPath.child('source')),
    ...invalidEach(nodePath, spec.nodeName, dns1123Subdomain(spec.nodeName)),
    ...validateAttachmentMetadata(status.attachmentMetadata ?? {}, statusPath.child('attachmentMetadata')),
    ...validateError(status.attachError, statusPath.child('attachError')),
    ...validateError(status.detachError, statusPath.child('detachError')),
  ];
}

function validateV1Names({ attacher, source }: StorageV1VolumeAttachmentSpec): FieldError[] {
  const volume = source.persistentVolumeName;
  const volumePath = specPath.child('source', 'persistentVolumeName');
  return [
    ...validateCsiDriverName(attacher, specPath.child('attacher')),
    ...(volume === undefined ? [] : invalidEach(volumePath, volume, dns1123Subdomain(volume))),
  ];
}

function validateAttachmentMetadata(metadata: Record<string, string>, path: FieldPath): FieldError[] {
  const bytes = Object.entries(metadata).reduce((sum, entry) => sum + Buffer.byteLength(entry.join('')), 0);
  return bytes > maxMetadataBytes ? [tooLong(path, maxMetadataBytes)] : [];
}

/** The message names the limit of the metadata, for compatibility. */
function validateError(error: StorageV1VolumeError | undefined, path: FieldPath): FieldError[] {
  const isTooLong = Buffer.byteLength(error?.message ?? '') > maxMessageBytes;
  return isTooLong ? [tooLong(path.child('message'), maxMetadataBytes)] : [];
}
