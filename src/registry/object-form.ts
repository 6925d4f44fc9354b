import type { ApiObject } from '../api/machinery/metadata.ts';
import type { StructSchema } from '../api/schema/schema.ts';
import type { StoredResource } from './resource.ts';

/** The objects of a resource type in one version of their kind. Conversions add no defaults and refuse nothing. */
export interface ObjectForm {
  readonly schema: StructSchema;
  /** This is the version in which objects are stored: conversions give back what they are given. */
  readonly isStored: boolean;
  /** May change what it is given. */
  fromStored(stored: ApiObject): ApiObject;
  /** May change what it is given. */
  convertToStored(object: ApiObject): ApiObject;
}

/** Undefined for a version in which the kind does not exist (any more). */
export type FormsOf = (resource: StoredResource, apiVersion: string) => ObjectForm | undefined;
