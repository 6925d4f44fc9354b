import type { Dialect } from '../../../api/meta/dialect.ts';
import type { FieldError, FieldPath } from '../../../api/validation/field-errors.ts';
import type { ServedApi } from '../served-api.ts';

/** The context of the validators of volume sources. */
export interface VolumeSourceOptions {
  dialect: Dialect;
}

/** The same for those that only pods have. */
export interface PodVolumeOptions extends ServedApi {
  /** Whether the volume is one of a pod: those of templates may be told what is missing later. */
  isInPod: boolean;
  /** Whether the stored pod has a token at a path that leaves its volume: it may stay. */
  hasOpenTokenPath: boolean;
}

/** The problems of one source; `path` is the path of the source itself: `spec.volumes[0].hostPath`. */
export type VolumeSourceValidator<T, Options = VolumeSourceOptions> = (
  source: T,
  path: FieldPath,
  options: Options,
) => FieldError[];
