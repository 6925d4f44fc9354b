import type { Dialect } from '../../../api/meta/dialect.ts';
import type { FieldError, FieldPath } from '../../../api/validation/field-errors.ts';

/** The context of the validators of volume sources. */
export interface VolumeSourceOptions {
  dialect: Dialect;
}

/** The problems of one source; `path` is the path of the source itself: `spec.volumes[0].hostPath`. */
export type VolumeSourceValidator<T> = (
  source: T,
  path: FieldPath,
  options: VolumeSourceOptions,
) => FieldError[];
