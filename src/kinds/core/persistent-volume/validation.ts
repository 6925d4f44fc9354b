import { posix } from 'node:path';
import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { goResourceList } from '../../../api/go-format/go-quantity.ts';
import { GoText } from '../../../api/go-format/go-syntax.ts';
import { isSentEmpty } from '../../../api/json/sent-empty.ts';
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
import { validateOneOf, validateSubdomainFormat } from '../../shared/field-checks.ts';
import { type DifferenceText, differenceOf } from '../../shared/go-difference.ts';
import { hasLabelValues, validateNodeSelector } from '../../shared/node-selector-validation.ts';
import { sourceOf, takesMountOptions, validateSources } from '../../shared/persistent-volume/sources.ts';
import { validateBasicAmount, validatePositive } from '../../shared/resources/validation.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { type AttributesClassRules, attributesClassRules } from './attributes-class.ts';
import { affinityUpdate } from './node-affinity.ts';

type Volume = CoreV1PersistentVolume;
type Spec = CoreV1PersistentVolumeSpec;

const specPath = FieldPath.of('spec');

/** The features of a release that matter to volumes. */
interface VolumeRules {
  dialect: Dialect;
  attributesClass: AttributesClassRules;
  difference: DifferenceText;
  allowsReadWriteOncePod: boolean;
  /** Whether values by which nodes are selected have to be those of labels: `new` if those of the stored one are. */
  checksValues: 'never' | 'always' | 'new';
  /** Whether a name of a driver that is missing is no name of the wrong form as well. */
  reportsMissingDriverOnce: boolean;
  /** Whether errors of secrets are at the secret. */
  hasSecretPaths: boolean;
}

const rulesOf = (dialect: Dialect, gates: FeatureGates): VolumeRules => ({
  dialect,
  attributesClass: attributesClassRules(gates),
  difference: differenceOf(gates, 'PersistentVolumeSource'),
  allowsReadWriteOncePod: gates.isOn('ReadWriteOncePod'),
  checksValues: gates.isIn('1.33') ? 'new' : gates.isIn('1.32') ? 'always' : 'never',
  reportsMissingDriverOnce: gates.isIn('1.36'),
  hasSecretPaths: gates.isIn('1.25'),
});

export function volumeValidation(dialect: Dialect, gates: FeatureGates) {
  const rules = rulesOf(dialect, gates);
  const validateAffinityUpdate = affinityUpdate(gates, dialect);
  const validate = (volume: Volume, old?: Volume): FieldError[] => [
    ...validateSpec(volume, old?.spec, rules),
    ...validateMountOptions(volume, `volume.beta.${dialect.label}/mount-options`),
  ];
  return {
    validateCreate: (volume: Volume): FieldError[] => validate(volume),
    /** Tells problems of the spec twice; the API always did. */
    validateUpdate: (volume: Volume, old: Volume): FieldError[] => [
      ...validate(volume, old),
      ...validateSpec(volume, old.spec, rules),
      ...validateSameSource(volume.spec, old.spec, rules.difference),
      ...unchanged(volume.spec.volumeMode, old.spec.volumeMode, FieldPath.of('volumeMode')),
      ...validateAffinityUpdate(volume.spec.nodeAffinity, old.spec.nodeAffinity),
      ...rules.attributesClass.validateUpdate(volume.spec, old.spec),
    ],
  };
}

function validateSpec({ metadata, spec }: Volume, old: Spec | undefined, rules: VolumeRules): FieldError[] {
  const modesPath = specPath.child('accessModes');
  const policyPath = specPath.child('persistentVolumeReclaimPolicy');
  const allowReadWriteOncePod =
    rules.allowsReadWriteOncePod || (old?.accessModes?.includes('ReadWriteOncePod') ?? false);
  return [
    ...(spec.accessModes?.length ? [] : [required(modesPath)]),
    ...validateAccessModes(spec.accessModes, modesPath, { allowReadWriteOncePod }),
    ...validateCapacity(spec, specPath.child('capacity')),
    ...validateOneOf(spec.persistentVolumeReclaimPolicy, policyPath, ['Delete', 'Recycle', 'Retain']),
    ...validateAffinity(spec.nodeAffinity, specPath.child('nodeAffinity'), checksValues(old, rules)),
    ...validateSources(spec, specPath, { ...rules, volumeName: metadata.name ?? '' }),
    ...validateNotRecycled(spec, policyPath),
    ...(spec.storageClassName
      ? validateSubdomainFormat(spec.storageClassName, specPath.child('storageClassName'))
      : []),
    ...validateOneOf(spec.volumeMode, specPath.child('volumeMode'), ['Block', 'Filesystem']),
    ...rules.attributesClass.validate(spec),
  ];
}

function checksValues(old: Spec | undefined, rules: VolumeRules): boolean {
  if (rules.checksValues !== 'new') return rules.checksValues === 'always';
  const stored = old?.nodeAffinity?.required;
  return stored === undefined || hasLabelValues(stored);
}

function validateCapacity(spec: Spec, path: FieldPath): FieldError[] {
  const { capacity = {} } = spec;
  const isEmptied = isSentEmpty(spec, 'capacity');
  const shown = isEmptied ? new GoText('core.ResourceList{}', '{}') : goResourceList(capacity);
  const names = Object.keys(capacity);
  const onlyStorage = names.length === 1 && names[0] === 'storage';
  return [
    ...(names.length === 0 ? [required(path)] : []),
    ...(onlyStorage ? [] : [notSupported(path, shown, ['storage'])]),
    ...validateEach(Object.entries(capacity), ([name, text]) => [
      ...validateBasicAmount(text, path.key(name)),
      ...validatePositive(text, path.key(name)),
    ]),
  ];
}

function validateAffinity(
  affinity: CoreV1VolumeNodeAffinity | undefined,
  path: FieldPath,
  checksValues: boolean,
): FieldError[] {
  if (affinity === undefined) return [];
  const requiredPath = path.child('required');
  return affinity.required === undefined
    ? [required(requiredPath, 'must specify required node constraints')]
    : validateNodeSelector(affinity.required, requiredPath, { checksValues });
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
function validateSameSource(spec: Spec, old: Spec, difference: DifferenceText): FieldError[] {
  const source = sourceOf(spec);
  const before = sourceOf(old);
  if (source.csi !== undefined && before.csi !== undefined && !before.csi.controllerExpandSecretRef) {
    const { controllerExpandSecretRef: _, ...others } = source.csi;
    source.csi = others;
  }
  if (equalValues(source, before)) return [];
  const text = `spec.persistentvolumesource is immutable after creation\n${difference(source, before)}`;
  return [forbidden(specPath.child('persistentvolumesource'), text)];
}
