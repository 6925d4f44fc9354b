import type { JsonMap } from '../../../api/json/json-values.ts';

/** An object as a client writes it. */
export interface NewObject extends JsonMap {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    ownerReferences?: JsonMap[];
  };
}

/** The map without the entries that are not set. */
export function withoutUnset(map: JsonMap): JsonMap {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => value !== undefined));
}

/** `fields`: the rest of the object; what is undefined in it is left out. */
export function newObject(
  type: { apiVersion: string; kind: string },
  metadata: NewObject['metadata'],
  fields: JsonMap = {},
): NewObject {
  return { ...type, metadata, ...withoutUnset(fields) };
}
