import type {
  CoreV1CSIPersistentVolumeSource,
  CoreV1PersistentVolumeSpec,
  CoreV1SecretReference,
  StorageV1VolumeAttachmentSource,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  type FieldPath,
  forbidden,
  required,
} from '../../../api/validation/field-errors.ts';
import { dns1123Label } from '../../../api/validation/names.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { invalidEach, requireText, validateOneOf } from '../../shared/field-checks.ts';
import { type SourceOptions, validateSources } from '../../shared/persistent-volume/sources.ts';
import { validateCsiDriverName } from '../../shared/volume-sources/index.ts';

export interface InlineOptions {
  accessModes: readonly string[];
  /** Looks at all sources of an inline volume. */
  allSources: SourceOptions | undefined;
}

const oneOfText = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';

export function validateSource(
  { inlineVolumeSpec, persistentVolumeName }: StorageV1VolumeAttachmentSource,
  path: FieldPath,
  options: InlineOptions,
): FieldError[] {
  if (inlineVolumeSpec === undefined && persistentVolumeName === undefined)
    return [required(path, oneOfText)];
  if (inlineVolumeSpec !== undefined && persistentVolumeName !== undefined) {
    return [forbidden(path, oneOfText)];
  }
  if (inlineVolumeSpec !== undefined) {
    return validateInlineVolume(inlineVolumeSpec, path.child('inlineVolumeSpec'), options);
  }
  return persistentVolumeName === ''
    ? [required(path.child('persistentVolumeName'), 'must specify non empty persistentVolumeName')]
    : [];
}

/** Fields of volumes that can be claimed, which inline volumes must not have. */
const claimOnlyFields = ['claimRef', 'capacity'] as const;
const inlineContext = 'in the context of inline volumes';

/** The volume of a single pod, in the fields of a PersistentVolume. It must be a CSI volume. */
function validateInlineVolume(
  spec: CoreV1PersistentVolumeSpec,
  path: FieldPath,
  options: InlineOptions,
): FieldError[] {
  const { csi, accessModes = [], persistentVolumeReclaimPolicy: policy, volumeMode } = spec;
  const notInline = (field: string, text = 'may not be specified') =>
    forbidden(path.child(field), `${text} ${inlineContext}`);
  return [
    ...claimOnlyFields.filter((field) => spec[field] !== undefined).map((field) => notInline(field)),
    ...(csi === undefined ? [required(path.child('csi'), `has to be specified ${inlineContext}`)] : []),
    ...(accessModes.length === 0 ? [required(path.child('accessModes'))] : []),
    ...validateEach(accessModes, (mode) =>
      validateOneOf(mode, path.child('accessModes'), options.accessModes),
    ),
    ...(policy && policy !== 'Retain'
      ? [notInline('persistentVolumeReclaimPolicy', 'may only be Retain')]
      : []),
    ...(spec.nodeAffinity === undefined ? [] : [notInline('nodeAffinity')]),
    ...validateVolumeSources(spec, path, options),
    ...(spec.storageClassName ? [notInline('storageClassName')] : []),
    ...(volumeMode && volumeMode !== 'Filesystem'
      ? [notInline('volumeMode', 'may not specify volumeMode other than Filesystem')]
      : []),
  ];
}

/** Until 1.23 only the source that has to be there was looked at. */
function validateVolumeSources(
  spec: CoreV1PersistentVolumeSpec,
  path: FieldPath,
  { allSources }: InlineOptions,
): FieldError[] {
  if (allSources !== undefined) {
    // Nodes that are named are refused, and count as not named.
    const { nodeAffinity: _, ...others } = spec;
    return validateSources(others, path, allSources);
  }
  return spec.csi === undefined ? [] : validateCsi(spec.csi, path.child('csi'));
}

const secrets = [
  'controllerPublishSecretRef',
  'controllerExpandSecretRef',
  'nodePublishSecretRef',
  'nodeStageSecretRef',
] as const;

function validateCsi(source: CoreV1CSIPersistentVolumeSource, path: FieldPath): FieldError[] {
  return [
    ...validateCsiDriverName(source.driver, path.child('driver')),
    ...requireText(source.volumeHandle, path, 'volumeHandle'),
    ...validateEach(secrets, (field) => validateSecret(source[field], path.child(field))),
  ];
}

function validateSecret(reference: CoreV1SecretReference | undefined, path: FieldPath): FieldError[] {
  if (reference === undefined) return [];
  return validateEach(['name', 'namespace'] as const, (field) => {
    const value = reference[field];
    return value ? invalidEach(path.child(field), value, dns1123Label(value)) : [required(path.child(field))];
  });
}
