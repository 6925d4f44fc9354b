import type { ApiObject } from '../api/meta/metadata.ts';

/**
 * Admission of one request, as the registry calls it on the way to the store. Made for one request; called once for
 * each attempt of the write, with the object in the version in which it is stored.
 *
 * `object` is undefined when the object is deleted, `old` when it is created. Both throw StatusError to refuse.
 */
export interface Admission {
  /** May change the object, before the kind's rules prepare and validate it. */
  admit(object: ApiObject | undefined, old: ApiObject | undefined): Promise<void> | void;
  /**
   * Whether an update that leaves the object as it is need not be shown. `old` may be left out when that was so
   * before for this very state of the object.
   */
  ignoresUnchanged(old: ApiObject | undefined): boolean;
  /** Called for an object that the rules of its kind refuse: there may be warnings about it all the same. */
  refused?(object: ApiObject, old: ApiObject): void;
  /** Looks at the object as it will be stored, when everything else has let it pass. */
  validate(object: ApiObject | undefined, old: ApiObject | undefined): Promise<void> | void;
}
