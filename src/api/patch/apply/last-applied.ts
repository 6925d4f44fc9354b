import { parseJson, writeJson } from '../../codec/json.ts';
import { isMap, type JsonMap, ownValue } from '../../json/json-values.ts';
import type { ApiObject } from '../../meta/metadata.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { sortedKeys } from '../sorted-keys.ts';
import { compareObjects } from './compare.ts';
import { configFields } from './config-fields.ts';
import { difference, differenceBelow, type FieldSet } from './field-set.ts';
import type { TypedSchemas } from './typed-schema.ts';

/**
 * Client-side apply keeps the configuration it applied last in an annotation and merges by itself. Once that client uses
 * server-side apply, the fields in the annotation become its own, and the server keeps the annotation up to date.
 */
export interface LastApplied {
  /** The field manager of that client. */
  manager: string;
  annotation: string;
}

const annotationBytes = 262_144;

/** The fields that the annotation lists and that still have the value that it says. */
export function fieldsLastApplied(
  live: JsonMap,
  text: string | undefined,
  apiVersion: string,
  schema: StructSchema,
  schemas: TypedSchemas,
): FieldSet {
  if (text === undefined) return undefined;
  try {
    const config = parseJson(text);
    if (!isMap(config) || config['apiVersion'] !== apiVersion) return undefined;
    const all = (): boolean => true;
    const set = configFields(config, schema, schemas, all);
    // Compared as it is written: a value of another form may have been set by another client since.
    const { changed, removed } = compareObjects({ metadata: {}, ...config }, live, schema, schemas, all);
    return differenceBelow(difference(set, changed), removed);
  } catch {
    // Not written by that client.
    return undefined;
  }
}

/** Updates the annotation if there is one. Mutates the object, which must not share its metadata. */
export function updateLastApplied(object: ApiObject, config: JsonMap, { annotation }: LastApplied): void {
  const { annotations } = object.metadata;
  if (annotations === undefined || !ownValue(annotations, annotation)) return;
  const text = `${writeJson(sortedKeys(withoutAnnotation(config, annotation)))}\n`;
  const { [annotation]: _, ...others } = annotations;
  const next = { ...others, [annotation]: text };
  const size = Object.entries(next).reduce((sum, [key, value]) => sum + Buffer.byteLength(key + value), 0);
  object.metadata.annotations = size > annotationBytes ? others : next;
}

function withoutAnnotation(config: JsonMap, annotation: string): JsonMap {
  const { metadata } = config;
  if (!isMap(metadata) || !isMap(metadata['annotations'])) return config;
  const { [annotation]: _, ...annotations } = metadata['annotations'];
  return { ...config, metadata: { ...metadata, annotations } };
}
