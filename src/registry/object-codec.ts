import { parseJson, writeJson } from '../api/codec/json.ts';
import { Shaper } from '../api/codec/shape.ts';
import type { ApiObject } from '../api/machinery/metadata.ts';
import { apiVersionOf, type KindDefinition } from '../api/schema/schema.ts';

/** The bytes of an object for the store: shaped, compact, kind and apiVersion first, no resourceVersion. */
export function encodeStored(object: ApiObject, definition: KindDefinition): Buffer {
  const shaped = new Shaper().shape(object, definition.schema);
  delete (shaped['metadata'] as Record<string, unknown>)['resourceVersion'];
  return Buffer.from(writeJson({ kind: definition.kind, apiVersion: apiVersionOf(definition), ...shaped }));
}

/** Served bytes back to an object that may be changed. */
export function decodeServed(json: Buffer): ApiObject {
  return parseJson(json.toString()) as ApiObject;
}
