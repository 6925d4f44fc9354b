import { posix } from 'node:path';
import { goResourceList } from '../../../api/go-format/go-quantity.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  CoreV1PersistentVolume,
  CoreV1PersistentVolumeSpec,
  CoreV1VolumeNodeAffinity,
} from '../../../api/schema/types.gen.ts';
import {
  type FieldError,
  FieldPath,
  forbidden,
  notSupported,
  required,
} from '../../../api/validation/field-errors.ts';
import { validateEach } from '../../../api/validation/validate-each.ts';
import { validateAccessModes } from '../../shared/claim-spec-validation.ts';
import { differenceText } from '../../shared/difference.ts';
import { validateOneOf, validateSubdomainFormat } from '../../shared/field-checks.ts';
import { validateNodeSelector } from '../../shared/node-selector-validation.ts';
import type { ResourceList } from '../../shared/resources/quantities.ts';
import { validateBasicAmount, validatePositive } from '../../shared/resources/validation.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { sourceOf, takesMountOptions, validateSources } from './sources.ts';

type Volume = CoreV1PersistentVolume;
type Spec = CoreV1PersistentVolumeSpec;

const specPath = FieldPath.of('spec');

export function volumeValidation(dialect: Dialect) {
  const validate = (volume: Volume, old?: Volume): FieldError[] => [
    ...validateSpec(volume, old?.spec, dialect),
    ...validateMountOptions(volume, `volume.beta.${dialect.label}/mount-options`),
  ];
  return {
    validateCreate: (volume: Volume): FieldError[] => validate(volume),
    /** Tells problems of the spec twice; the API always did. */
    validateUpdate: (volume: Volume, old: Volume): FieldError[] => [
      ...validate(volume, old),
      ...validateSpec(volume, old.spec, dialect),
      ...validateSameSource(volume.spec, old.spec),
      ...unchanged(volume.spec.volumeMode, old.spec.volumeMode, FieldPath.of('volumeMode')),
      ...(old.spec.nodeAffinity === undefined
        ? []
        : unchanged(volume.spec.nodeAffinity, old.spec.nodeAffinity, FieldPath.of('nodeAffinity'))),
    ],
  };
}

function validateSpec({ metadata, spec }: Volume, old: Spec | undefined, dialect: Dialect): FieldError[] {
  const modesPath = specPath.child('accessModes');
  const policyPath = specPath.child('persistentVolumeReclaimPolicy');
  const allowReadWriteOncePod = old?.accessModes?.includes('ReadWriteOncePod') ?? false;
  return [
    ...(spec.accessModes?.length ? [] : [required(modesPath)]),
    ...validateAccessModes(spec.accessModes, modesPath, { allowReadWriteOncePod }),
    ...validateCapacity(spec.capacity ?? {}, specPath.child('capacity')),
    ...validateOneOf(spec.persistentVolumeReclaimPolicy, policyPath, ['Delete', 'Recycle', 'Retain']),
    ...validateAffinity(spec.nodeAffinity, specPath.child('nodeAffinity')),
    ...validateSources(spec, specPath, { dialect, volumeName: metadata.name ?? '' }),
    ...validateNotRecycled(spec, policyPath),
    ...(spec.storageClassName
      ? validateSubdomainFormat(spec.storageClassName, specPath.child('storageClassName'))
      : []),
    ...validateOneOf(spec.volumeMode, specPath.child('volumeMode'), ['Block', 'Filesystem']),
  ];
}

function validateCapacity(capacity: ResourceList, path: FieldPath): FieldError[] {
  const names = Object.keys(capacity);
  const onlyStorage = names.length === 1 && names[0] === 'storage';
  return [
    ...(names.length === 0 ? [required(path)] : []),
    ...(onlyStorage ? [] : [notSupported(path, goResourceList(capacity), ['storage'])]),
    ...validateEach(Object.entries(capacity), ([name, text]) => [
      ...validateBasicAmount(text, path.key(name)),
      ...validatePositive(text, path.key(name)),
    ]),
  ];
}

function validateAffinity(affinity: CoreV1VolumeNodeAffinity | undefined, path: FieldPath): FieldError[] {
  if (affinity === undefined) return [];
  const requiredPath = path.child('required');
  return affinity.required === undefined
    ? [required(requiredPath, 'must specify required node constraints')]
    : validateNodeSelector(affinity.required, requiredPath);
}

/** Recycling empties the volume, and here that would be the node itself. */
function validateNotRecycled(
  { hostPath, persistentVolumeReclaimPolicy }: Spec,
  path: FieldPath,
): FieldError[] {
  if (persistentVolumeReclaimPolicy !== 'Recycle' || !hostPath?.path) return [];
  return /^\/+$/.test(posix.normalize(hostPath.path))
    ? [forbidden(path, "may not be 'recycle' for a hostPath mount of '/'")]
    : [];
}

function validateMountOptions({ metadata, spec }: Volume, annotation: string): FieldError[] {
  if (metadata.annotations?.[annotation] === undefined || takesMountOptions(spec)) return [];
  const path = FieldPath.of('metadata', 'annotations', annotation);
  return [forbidden(path, 'may not specify mount options for this volume type')];
}

/** The one thing that may be added is the Secret by which a driver makes the volume larger. */
function validateSameSource(spec: Spec, old: Spec): FieldError[] {
  const source = sourceOf(spec);
  const before = sourceOf(old);
  if (source.csi !== undefined && before.csi !== undefined && !before.csi.controllerExpandSecretRef) {
    const { controllerExpandSecretRef: _, ...others } = source.csi;
    source.csi = others;
  }
  if (equalValues(source, before)) return [];
  const text = `spec.persistentvolumesource is immutable after creation\n${differenceText(source, before)}`;
  return [forbidden(specPath.child('persistentvolumesource'), text)];
}
