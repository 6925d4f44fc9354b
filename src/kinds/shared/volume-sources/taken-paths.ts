import { type FieldError, type FieldPath, invalid } from '../../../api/validation/field-errors.ts';

/** The paths that the sources before have filled: all sources share one directory. */
export class TakenPaths {
  readonly #paths = new Set<string>();
  readonly #volumePath: FieldPath;

  constructor(volumePath: FieldPath) {
    this.#volumePath = volumePath;
  }

  /** `culprit` is what the message shows. */
  take(path: string, culprit: string): FieldError[] {
    if (path === '') return [];
    if (this.#paths.has(path)) return [invalid(this.#volumePath, culprit, 'conflicting duplicate paths')];
    this.#paths.add(path);
    return [];
  }
}
