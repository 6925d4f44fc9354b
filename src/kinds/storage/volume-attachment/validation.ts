import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  StorageV1VolumeAttachment,
  StorageV1VolumeAttachmentSpec,
  StorageV1VolumeError,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  invalid,
  required,
  tooLong,
} from '../../../api/validation/field-errors.ts';
import { dns1123Subdomain } from '../../../api/validation/names.ts';
import { invalidEach, validateNonNegative } from '../../shared/field-checks.ts';
import { asGo } from '../../shared/go-types/index.ts';
import { reporting } from '../../shared/report-twice.ts';
import { versionName } from '../../shared/version-name.ts';
import { validateCsiDriverName } from '../../shared/volume-sources/index.ts';
import { type InlineOptions, validateSource } from './source.ts';

const specPath = FieldPath.of('spec');
const statusPath = FieldPath.of('status');
const maxMetadataBytes = 256 * 1024;
const maxMessageBytes = 1024;

type Attachment = StorageV1VolumeAttachment;

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce'];

interface Rules extends InlineOptions {
  /** Whether each error is told once, and a name of a driver that is missing is no name of the wrong form as well. */
  isFirst: boolean;
}

function rulesOf(dialect: Dialect, gates: FeatureGates): Rules {
  const isFirst = gates.isIn('1.33');
  const allSources = {
    dialect,
    volumeName: '',
    reportsMissingDriverOnce: isFirst,
    hasSecretPaths: gates.isIn('1.25'),
  };
  return {
    isFirst,
    accessModes: gates.isOn('ReadWriteOncePod') ? [...accessModes, 'ReadWriteOncePod'] : accessModes,
    allSources: gates.isIn('1.24') ? allSources : undefined,
  };
}

export function attachmentValidation(dialect: Dialect, gates: FeatureGates) {
  const rules = rulesOf(dialect, gates);
  const report = reporting(gates);
  return {
    /** `apiVersion` is the request's: only v1 validates the names of driver and volume. */
    validateCreate: (attachment: Attachment, apiVersion = 'v1'): FieldError[] => [
      ...validateAllVersions(attachment, rules),
      ...(versionName(apiVersion) === 'v1' ? validateV1Names(attachment.spec, rules) : []),
    ],
    validateUpdate: (attachment: Attachment, old: Attachment): FieldError[] => [
      ...report(validateAllVersions(attachment, rules)),
      ...(rules.isFirst ? validateV1Names(attachment.spec, rules) : []),
      ...sameSpec(attachment, old),
    ],
  };
}

function sameSpec({ spec }: Attachment, old: Attachment): FieldError[] {
  if (equalValues(spec, old.spec)) return [];
  return [invalid(specPath, asGo('VolumeAttachmentSpec', spec), 'field is immutable')];
}

function validateAllVersions({ spec, status }: Attachment, rules: Rules): FieldError[] {
  const nodePath = specPath.child('nodeName');
  return [
    ...(spec.attacher === '' ? [required(specPath.child('attacher'))] : []),
    ...validateSource(spec.source, specPath.child('source'), rules),
    ...invalidEach(nodePath, spec.nodeName, dns1123Subdomain(spec.nodeName)),
    ...validateAttachmentMetadata(status.attachmentMetadata ?? {}, statusPath.child('attachmentMetadata')),
    ...validateError(status.attachError, statusPath.child('attachError')),
    ...validateError(status.detachError, statusPath.child('detachError')),
  ];
}

function validateV1Names(
  { attacher, source }: StorageV1VolumeAttachmentSpec,
  { isFirst }: Rules,
): FieldError[] {
  const volume = source.persistentVolumeName;
  const volumePath = specPath.child('source', 'persistentVolumeName');
  return [
    ...(attacher === '' && isFirst ? [] : validateCsiDriverName(attacher, specPath.child('attacher'))),
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
  return [
    ...(isTooLong ? [tooLong(path.child('message'), maxMetadataBytes)] : []),
    ...validateNonNegative(error?.errorCode, path, 'errorCode'),
  ];
}
