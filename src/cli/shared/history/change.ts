import type { ApiObject } from '../../../api/meta/metadata.ts';

/** A version of an object that followed another one. */
export interface Change {
  kind: 'created' | 'changed' | 'deleted';
  /** Resource version that the change made. */
  revision: string;
  before: ApiObject | undefined;
  after: ApiObject;
}

export interface ObjectHistory {
  changes: readonly Change[];
  /** The revision from which on changes are known. */
  from: string;
  /** The object is older than that. */
  isCut: boolean;
}
