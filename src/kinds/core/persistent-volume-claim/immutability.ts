import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { equalValues } from '../../../api/json/json-values.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  CoreV1PersistentVolumeClaim,
  CoreV1PersistentVolumeClaimSpec,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { Quantity } from '../../../api/values/quantity.ts';
import { classAnnotation } from '../../shared/class-annotation.ts';
import { type DifferenceText, differenceOf } from '../../shared/go-difference.ts';
import { quantityOf } from '../../shared/resources/quantities.ts';
import { unchanged } from '../../shared/unchanged.ts';
import { type ClassUpdate, classUpdate } from './attributes-class.ts';
import { canRecover } from './validation.ts';

type Claim = CoreV1PersistentVolumeClaim;
type Spec = CoreV1PersistentVolumeClaimSpec;

const specPath = FieldPath.of('spec');

interface Rules {
  /** Fields of bound claims that may change, for the message. */
  mutable: string;
  difference: DifferenceText;
  attributesClass: ClassUpdate;
  /** Whether a claim without a class may get one: it is the default one, which came later. */
  takesClassLater: boolean;
}

/**
 * The spec of a claim is immutable, because quotas have charged it. But the volume may be set once, a bound claim may
 * request a larger size, and a class may move from its annotation to the field.
 */
export function sameClaimValidation(dialect: Dialect, gates: FeatureGates) {
  const annotation = classAnnotation(dialect);
  const rules: Rules = {
    mutable: gates.isIn('1.29') ? 'resources.requests and volumeAttributesClassName' : 'resources.requests',
    difference: differenceOf(gates, 'PersistentVolumeClaimSpec'),
    attributesClass: classUpdate(gates),
    takesClassLater: gates.isOn('RetroactiveDefaultStorageClass'),
  };
  return (claim: Claim, old: Claim): FieldError[] => {
    const moves = movesClass(claim, old, annotation);
    const isFree = moves || (rules.takesClassLater && getsClass(claim, old, annotation));
    return [
      ...(moves ? [] : validateSameAnnotation(claim, old, annotation)),
      ...validateSameSpec(claim, old, isFree, rules),
      ...validateNotSmaller(claim, old, canRecover(old, gates)),
      ...unchanged(claim.spec.volumeMode, old.spec.volumeMode, FieldPath.of('volumeMode')),
      ...rules.attributesClass.validate(claim, old),
    ];
  };
}

/** A claim that had no class, or named the same in its annotation. */
function getsClass(claim: Claim, old: Claim, annotation: string): boolean {
  const named = old.metadata.annotations?.[annotation];
  const { storageClassName } = claim.spec;
  return (
    old.spec.storageClassName === undefined &&
    storageClassName !== undefined &&
    (named === undefined || named === storageClassName)
  );
}

/** From the annotation to the field, unchanged; the annotation may stay. */
function movesClass(claim: Claim, old: Claim, annotation: string): boolean {
  const before = old.metadata.annotations?.[annotation];
  const now = claim.metadata.annotations?.[annotation];
  return (
    before !== undefined &&
    old.spec.storageClassName === undefined &&
    claim.spec.storageClassName === before &&
    (now === undefined || now === before)
  );
}

function validateSameAnnotation(claim: Claim, old: Claim, annotation: string): FieldError[] {
  const now = claim.metadata.annotations?.[annotation] ?? '';
  const before = old.metadata.annotations?.[annotation] ?? '';
  return now === before
    ? []
    : [invalid(FieldPath.of('metadata', 'annotations', annotation), now, 'field is immutable')];
}

function validateSameSpec(
  claim: Claim,
  old: Claim,
  isFree: boolean,
  { mutable, difference, attributesClass }: Rules,
): FieldError[] {
  const spec = { ...claim.spec };
  const before = { ...old.spec };
  if (!before.volumeName && spec.volumeName) before.volumeName = spec.volumeName;
  if (isFree) {
    delete spec.storageClassName;
    delete before.storageClassName;
  }
  if (claim.status.phase === 'Bound') {
    if (spec.resources.requests !== undefined)
      spec.resources = withStorage(spec.resources, before.resources.requests?.['storage']);
    if (attributesClass.isMutable) keepAttributesClass(spec, before);
  }
  if (equalValues(spec, before)) return [];
  const text = `spec is immutable after creation except ${mutable} for bound claims`;
  return [forbidden(specPath, `${text}\n${difference(spec, before)}`)];
}

function keepAttributesClass(spec: Spec, old: Spec): void {
  if (old.volumeAttributesClassName === undefined) delete spec.volumeAttributesClassName;
  else spec.volumeAttributesClassName = old.volumeAttributesClassName;
}

function withStorage(resources: Spec['resources'], storage: string | undefined): Spec['resources'] {
  const { storage: _, ...others } = resources.requests ?? {};
  return { ...resources, requests: storage === undefined ? others : { ...others, storage } };
}

/** `recovers`: down to what the volume has, a wish for more can be taken back. */
function validateNotSmaller(claim: Claim, old: Claim, recovers: boolean): FieldError[] {
  const now = quantityOf(claim.spec.resources.requests, 'storage') ?? Quantity.zero;
  const before = quantityOf(old.spec.resources.requests, 'storage') ?? Quantity.zero;
  if (now.compare(before) >= 0) return [];
  const path = specPath.child('resources', 'requests', 'storage');
  if (!recovers) return [forbidden(path, 'field can not be less than previous value')];
  const held = quantityOf(old.status.capacity, 'storage') ?? Quantity.zero;
  return now.compare(held) > 0 ? [] : [forbidden(path, 'field can not be less than status.capacity')];
}
