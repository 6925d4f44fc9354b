import { equalValues } from '../../../api/json/json-values.ts';
import type { Dialect } from '../../../api/meta/dialect.ts';
import type {
  CoreV1PersistentVolumeClaim,
  CoreV1PersistentVolumeClaimSpec,
} from '../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, forbidden, invalid } from '../../../api/validation/field-errors.ts';
import { Quantity } from '../../../api/values/quantity.ts';
import { differenceText } from '../../shared/difference.ts';
import { quantityOf } from '../../shared/resources/quantities.ts';
import { unchanged } from '../../shared/unchanged.ts';

type Claim = CoreV1PersistentVolumeClaim;
type Spec = CoreV1PersistentVolumeClaimSpec;

const specPath = FieldPath.of('spec');

/**
 * The spec of a claim is immutable, because quotas have charged it. But the volume may be set once, a bound claim may
 * request a larger size, and a class may move from its annotation to the field.
 */
export function validateSameClaim(claim: Claim, old: Claim, { label }: Dialect): FieldError[] {
  const annotation = `volume.beta.${label}/storage-class`;
  const moves = movesClass(claim, old, annotation);
  return [
    ...(moves ? [] : validateSameAnnotation(claim, old, annotation)),
    ...validateSameSpec(claim, old, moves),
    ...validateNotSmaller(claim.spec, old.spec),
    ...unchanged(claim.spec.volumeMode, old.spec.volumeMode, FieldPath.of('volumeMode')),
  ];
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

function validateSameSpec(claim: Claim, old: Claim, moves: boolean): FieldError[] {
  const spec = { ...claim.spec };
  const before = { ...old.spec };
  if (!before.volumeName && spec.volumeName) before.volumeName = spec.volumeName;
  if (moves) delete spec.storageClassName;
  if (claim.status.phase === 'Bound' && spec.resources.requests !== undefined) {
    spec.resources = withStorage(spec.resources, before.resources.requests?.['storage']);
  }
  if (equalValues(spec, before)) return [];
  const text = 'spec is immutable after creation except resources.requests for bound claims';
  return [forbidden(specPath, `${text}\n${differenceText(spec, before)}`)];
}

function withStorage(resources: Spec['resources'], storage: string | undefined): Spec['resources'] {
  const { storage: _, ...others } = resources.requests ?? {};
  return { ...resources, requests: storage === undefined ? others : { ...others, storage } };
}

function validateNotSmaller(spec: Spec, old: Spec): FieldError[] {
  const now = quantityOf(spec.resources.requests, 'storage') ?? Quantity.zero;
  const before = quantityOf(old.resources.requests, 'storage') ?? Quantity.zero;
  if (now.compare(before) >= 0) return [];
  const path = specPath.child('resources', 'requests', 'storage');
  return [forbidden(path, 'field can not be less than previous value')];
}
