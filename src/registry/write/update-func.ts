import type { Admission } from '../../admission/admission.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { FieldFilter } from '../../api/patch/apply/field-filter.ts';
import type { FieldError } from '../../api/validation/field-errors.ts';
import type { Pacer } from '../../util/pacer.ts';
import type { Interruptible } from '../../util/slices.ts';
import type { FieldOwner } from '../ownership/field-manager.ts';
import type { Stored } from '../resource.ts';

/** The new object of an update, and how it is made. */
export interface UpdateFunc {
  /**
   * Makes the new object. `stored` returns a copy of the stored object, which may be mutated; it is undefined when
   * there is none. `old` is the stored object itself, to be read only; returning it means no change. Called again
   * after a conflict. May throw a StatusError.
   */
  object(stored: (() => ApiObject) | undefined, old: ApiObject | undefined): ApiObject | Promise<ApiObject>;
  /** Takes over from the stored object what this kind of update may not change. `apiVersion`: see KindRules. */
  prepare(object: ApiObject, old: ApiObject, apiVersion: string | undefined): void;
  validate(object: ApiObject, old: ApiObject, apiVersion: string | undefined): FieldError[];
  /** Further errors, found in steps: see KindRules. */
  validateInSteps?(
    object: ApiObject,
    old: ApiObject,
    apiVersion: string | undefined,
  ): Interruptible<FieldError[]> | undefined;
  /** A change of the spec counts as a generation: an update of the main resource, or of its scale. */
  countsGeneration: boolean;
  /** Whether an object that does not exist may be created. */
  mayCreate: boolean;
  /** UID precondition from the request; fails even if the object does not exist. */
  uid?: string | undefined;
  /** Whether addresses and ports are allocated: only updates of the main resource do. */
  allocates?: boolean;
  /**
   * Digest of all inputs of the change beside the stored object. A change with the same signature that changed nothing
   * of a stored state is not computed again for that state.
   */
  signature?: string;
  /** The fields that this kind of update may own; by default those of the main resource. */
  filter?: FieldFilter;
}

export interface WriteOptions {
  /** Everything but the write. */
  dryRun: boolean;
  /** The field manager that owns the fields it sets; undefined when ownership is not tracked. */
  writer?: FieldOwner;
  /** managedFields are not computed: the object comes with complete ones, or is to have none. */
  skipsManagedFields?: boolean;
  /** The pacer of the request, which lets other requests run between steps; undefined for writes of the server itself. */
  pacer?: Pacer | undefined;
  /** Undefined for what the server writes itself. */
  admission?: Admission | undefined;
}

export interface WriteOutcome extends Stored {
  created: boolean;
  /** The update took away the last thing that kept a deleted object: it is gone. */
  removed: boolean;
}
