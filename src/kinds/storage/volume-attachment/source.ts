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
import { validateCsiDriverName } from '../../shared/volume-sources/index.ts';

const oneOfText = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';

export function validateSource(
  { inlineVolumeSpec, persistentVolumeName }: StorageV1VolumeAttachmentSource,
  path: FieldPath,
): FieldError[] {
  if (inlineVolumeSpec === undefined && persistentVolumeName === undefined)
    return [required(path, oneOfText)];
  if (inlineVolumeSpec !== undefined && persistentVolumeName !== undefined) {
    return [forbidden(path, oneOfText)];
  }
  if (inlineVolumeSpec !== undefined) {
    return validateInlineVolume(inlineVolumeSpec, path.child('inlineVolumeSpec'));
  }
  return persistentVolumeName === ''
    ? [required(path.child('persistentVolumeName'), 'must specify non empty persistentVolumeName')]
    : [];
}

/** Fields of volumes that can be claimed, which inline volumes must not have. */
const claimOnlyFields = ['claimRef', 'capacity'] as const;
const modes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce'];
const inlineContext = 'in the context of inline volumes';

/** The volume of a single pod, in the fields of a PersistentVolume. It must be a CSI volume. */
function validateInlineVolume(spec: CoreV1PersistentVolumeSpec, path: FieldPath): FieldError[] {
  const { csi, accessModes = [], persistentVolumeReclaimPolicy: policy, volumeMode } = spec;
  const notInline = (field: string, text = 'may not be specified') =>
    forbidden(path.child(field), `${text} ${inlineContext}`);
  return [
    ...claimOnlyFields.filter((field) => spec[field] !== undefined).map((field) => notInline(field)),
    ...(csi === undefined ? [required(path.child('csi'), `has to be specified ${inlineContext}`)] : []),
    ...(accessModes.length === 0 ? [required(path.child('accessModes'))] : []),
    ...validateEach(accessModes, (mode) => validateOneOf(mode, path.child('accessModes'), modes)),
    ...(policy && policy !== 'Retain'
      ? [notInline('persistentVolumeReclaimPolicy', 'may only be Retain')]
      : []),
    ...(spec.nodeAffinity === undefined ? [] : [notInline('nodeAffinity')]),
    ...(csi === undefined ? [] : validateCsi(csi, path.child('csi'))),
    ...(spec.storageClassName ? [notInline('storageClassName')] : []),
    ...(volumeMode && volumeMode !== 'Filesystem'
      ? [notInline('volumeMode', 'may not specify volumeMode other than Filesystem')]
      : []),
  ];
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
