import type { MetaV1ObjectMeta } from '../../../api/schema/types.gen.ts';
import type { FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import { validateLabels } from '../../../api/validation/label-validation.ts';
import { validateAnnotations } from '../../../api/validation/metadata-validation.ts';

/** Labels and annotations of the claims that are made. */
export const validateTemplateMetadata = (metadata: MetaV1ObjectMeta, path: FieldPath): FieldError[] => [
  ...validateAnnotations(metadata.annotations, path.child('annotations')),
  ...validateLabels(metadata.labels, path.child('labels')),
];
