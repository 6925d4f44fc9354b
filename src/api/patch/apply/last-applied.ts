import { parseJson, writeJson } from '../../codec/json.ts';
import { isMap, type JsonMap, ownValue, setValue } from '../../json/json-values.ts';
import type { ApiObject } from '../../meta/metadata.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { compareObjects } from './compare.ts';
import { configFields } from './config-fields.ts';
import { difference, differenceBelow, type FieldSet } from './field-set.ts';
import type { TypedSchemas } from './structure.ts';

/**
 * The command-line client used to keep what it applied last in an annotation, and to merge by itself. Once it lets
 * the server apply, what it set in that way is its own, and the annotation goes on saying what was applied.
 */
export interface LastApplied {
  /** The field manager of which this holds. */
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
  structures: TypedSchemas,
): FieldSet {
  if (text === undefined) return undefined;
  try {
    const config = parseJson(text);
    if (!isMap(config) || config['apiVersion'] !== apiVersion) return undefined;
    const all = (): boolean => true;
    const set = configFields(config, schema, structures, all);
    // As it stands there: what has another form in the object was set by somebody else since, for all that is known.
    const { changed, removed } = compareObjects({ metadata: {}, ...config }, live, schema, structures, all);
    return differenceBelow(difference(set, changed), removed);
  } catch {
    // Whatever stands there was not written by the client: it says nothing.
    return undefined;
  }
}

/** Brings an annotation that is there up to date. Changes the object, which shares its metadata with no other. */
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

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (!isMap(value)) return value;
  const result: JsonMap = {};
  for (const key of Object.keys(value).sort()) setValue(result, key, sortedKeys(value[key]));
  return result;
}
