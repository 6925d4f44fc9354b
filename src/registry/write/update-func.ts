import type { Admission } from '../../admission/admission.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { FieldFilter } from '../../api/patch/apply/tracked.ts';
import type { FieldError } from '../../api/validation/field-errors.ts';
import type { FieldOwner } from '../ownership/field-manager.ts';
import type { Stored } from '../resource.ts';

/** What the writer of an object says about it. */
export interface UpdateFunc {
  /**
   * The new object. `stored` gives a copy of the stored one, which may be changed; it is undefined when there is
   * none. `old` is the stored one itself, for whoever only looks at it; to answer with it says that nothing
   * changes. `bytes`: how large it is in the store. Called again when somebody else wrote in between. May refuse.
   */
  object(
    stored: (() => ApiObject) | undefined,
    old: ApiObject | undefined,
    bytes: number,
  ): ApiObject | Promise<ApiObject>;
  /** Takes over from the stored object what this kind of update may not change. `apiVersion`: see KindRules. */
  prepare(object: ApiObject, old: ApiObject, apiVersion: string | undefined): void;
  validate(object: ApiObject, old: ApiObject, apiVersion: string | undefined): FieldError[];
  /** A change of the spec counts as a generation: an update of the main resource, or of its scale. */
  countsGeneration: boolean;
  /** Whether an object that does not exist may be created. */
  mayCreate: boolean;
  /** The only object that may be meant, even when there is none; the object that is written may say one as well. */
  uid?: string | undefined;
  /** What the object needs of the things that only one can have is given to it: an update of the main resource. */
  allocates?: boolean;
  /**
   * Says all that the change depends on beside the stored object. Once it was found to change nothing of one, it does
   * not again, as long as nobody writes.
   */
  signature?: string;
  /** Fields at the top of the object that this kind of update takes; all but the status by default. */
  counts?: FieldFilter;
}

export interface WriteOptions {
  /** Everything but the write. */
  dryRun: boolean;
  /** Who owns what it sets; undefined when nobody is to. */
  writer?: FieldOwner;
  /** The object comes with its record of owners, which says so already. */
  isRecorded?: boolean;
  /** How large the request was: with large objects others have their turn between the steps. */
  bodyBytes?: number;
  /** Undefined for what the server writes itself. */
  admission?: Admission | undefined;
}

export interface WriteOutcome extends Stored {
  created: boolean;
  /** The update took away the last thing that kept a deleted object: it is gone. */
  removed: boolean;
}
