import { equalValues } from '../../api/json/json-values.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { addErrors } from '../../api/structural-schema/add-errors.ts';
import { FieldPath } from '../../api/validation/field-errors.ts';
import { invalidObject } from '../../api/validation/invalid-object.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from '../../api/validation/metadata-validation.ts';
import { nameIsPathSegment } from '../../api/validation/names.ts';
import { inSlices } from '../../util/slices.ts';
import type { MetadataChecks } from '../kind-rules.ts';
import type { StoredResource } from '../resource.ts';
import type { UpdateFunc, WriteOptions } from './update-func.ts';

const metadataPath = FieldPath.of('metadata');
const checkedOnce: MetadataChecks = { asUpdate: true, asNew: 0 };

/** Throws Invalid. */
export async function validateUpdate(
  { rules, definition, kind, plainFinalizers = [] }: StoredResource,
  change: UpdateFunc,
  object: ApiObject,
  old: ApiObject,
  { writer, pacer, admission }: WriteOptions,
): Promise<void> {
  const metadataErrors = validateObjectMetaUpdate(
    object.metadata,
    old.metadata,
    metadataPath,
    plainFinalizers,
  );
  const newErrors = validateObjectMeta(
    object.metadata,
    {
      namespaced: definition.namespaced,
      validateName: rules.validateName ?? nameIsPathSegment,
      plainFinalizers,
    },
    metadataPath,
  );
  const { asUpdate, asNew } = (change.countsGeneration && rules.metadataChecks) || checkedOnce;
  const errors = [
    ...newErrors,
    ...metadataErrors,
    // Kinds validate this as well: clients expect the causes again.
    ...(asUpdate ? metadataErrors : []),
    ...Array.from({ length: asNew }, () => newErrors).flat(),
    ...change.validate(object, old, writer?.apiVersion),
  ];
  const steps = change.validateInSteps?.(object, old, writer?.apiVersion);
  if (steps !== undefined) addErrors(errors, await inSlices(steps, pacer));
  if (errors.length === 0) return;
  admission?.refused?.(object, old);
  throw invalidObject(kind, object.metadata.name!, errors);
}

/** Whether it counts as a new generation. */
export function specChanged({ rules }: StoredResource, object: ApiObject, old: ApiObject): boolean {
  const spec = rules.specOf ?? ((whole: ApiObject) => whole['spec']);
  return !equalValues(spec(object), spec(old));
}

/** Counts a change of the spec. */
export function countChange({ metadata }: ApiObject, old: ApiObject): void {
  metadata.generation = Number(old.metadata.generation ?? 0) + 1;
}

/** Marked as deleted, and nothing keeps it any more. */
export function isReleased({ rules }: StoredResource, object: ApiObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds, finalizers = [] } = object.metadata;
  if (!deletionTimestamp || deletionGracePeriodSeconds || finalizers.length > 0) return false;
  return !(rules.deletion?.holds?.(object) ?? false);
}
