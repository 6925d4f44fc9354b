import type { ApiObject } from '../api/meta/metadata.ts';
import type { StructSchema } from '../api/schema/schema.ts';

/** The objects of a resource type in one version of their kind. All functions may change what they are given, as `KindRules` may. */
export interface VersionConverter {
  readonly schema: StructSchema;
  /** This is the version in which objects are stored: conversions give back what they are given. */
  readonly isStored: boolean;
  fromStored(stored: ApiObject): ApiObject;
  /** With defaults. May refuse. */
  toStored(object: ApiObject): ApiObject;
  /** Without defaults. */
  convertToStored(object: ApiObject): ApiObject;
}
