import { copyJson } from '../../api/codec/copy-json.ts';
import { parseJson, writeJson } from '../../api/codec/json.ts';
import { isMap } from '../../api/json/json-values.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { VersionRules } from '../../registry/kind-rules.ts';
import { setAnnotation } from './annotations.ts';

type Fields = Record<string, unknown>;

interface VersionedObject extends Fields {
  metadata: { annotations?: Record<string, string> };
}

/** A field that the conversion to another version and back would change. Written as JSON into the annotation. */
interface KeptField {
  path: readonly string[];
  /** The value after converting back, if the client has not changed the field. */
  seen: unknown;
  /** The stored value. */
  kept: unknown;
}

/**
 * Makes a lossy conversion lossless. Fields that the round trip from the stored version would change travel in an
 * annotation and are restored on the way back, unless the client has changed what it saw of them. Most objects lose
 * nothing and get no annotation.
 */
export function preserveLostFields(
  { toStored, fromStored, ...rules }: VersionRules,
  dialect: Dialect,
): VersionRules {
  const annotation = `conversion.${dialect.label}/kept-fields`;
  const convert = (object: VersionedObject): VersionedObject => fromStored?.(object) ?? object;
  const convertBack = (object: VersionedObject): VersionedObject => toStored?.(object) ?? object;
  return {
    ...rules,
    fromStored(stored: VersionedObject) {
      const original = copyJson(stored);
      const converted = convert(stored);
      const lost = lostFields(original, convertBack(copyJson(converted)));
      if (lost.length > 0) setAnnotation(converted, annotation, writeJson(lost));
      return converted;
    },
    toStored(object: VersionedObject) {
      const text = object.metadata.annotations?.[annotation];
      if (text === undefined) return convertBack(object);
      setAnnotation(object, annotation, undefined);
      const stored = convertBack(object);
      for (const field of readKeptFields(text)) restoreField(stored, field);
      return stored;
    },
  };
}

/** The lost top-level fields; where a field is a struct on both sides, its fields one by one. */
function lostFields(original: Fields, returned: Fields, parents: readonly string[] = []): KeptField[] {
  const names = new Set([...Object.keys(original), ...Object.keys(returned)]);
  return [...names].flatMap((name) => {
    const [kept, seen] = [original[name], returned[name]];
    const path = [...parents, name];
    if (parents.length === 0) {
      if (isTypeOrMetadata(name)) return [];
      if (isMap(kept) && isMap(seen)) return lostFields(kept, seen, path);
    }
    return isPreserved(kept, seen) ? [] : [{ path, seen: seen ?? null, kept: kept ?? null }];
  });
}

/** Null and the empty list differ for lists that are always printed. */
const isPreserved = (kept: unknown, seen: unknown): boolean =>
  semanticallyEqual(kept, seen) && !(Array.isArray(kept) && kept.length === 0 && !Array.isArray(seen));

/** The annotation never holds these fields. */
const isTypeOrMetadata = (name: string): boolean => ['apiVersion', 'kind', 'metadata'].includes(name);

/** Any client can write the annotation: an invalid one is ignored. */
function readKeptFields(text: string): KeptField[] {
  let read: unknown;
  try {
    read = parseJson(text);
  } catch {
    return [];
  }
  return Array.isArray(read) ? read.filter(isKeptField) : [];
}

function isKeptField(value: unknown): value is KeptField {
  const path = isMap(value) ? value['path'] : undefined;
  if (!Array.isArray(path) || path.length < 1 || path.length > 2) return false;
  return path.every((step) => typeof step === 'string' && step !== '__proto__') && !isTypeOrMetadata(path[0]);
}

function restoreField(stored: Fields, { path, seen, kept }: KeptField): void {
  const holder = path.length === 1 ? stored : Object.hasOwn(stored, path[0]!) ? stored[path[0]!] : undefined;
  const name = path.at(-1)!;
  if (!isMap(holder) || !semanticallyEqual(holder[name], seen)) return;
  if (kept === null) delete holder[name];
  else holder[name] = kept;
}

/**
 * Whether a normalized value equals another one once that is normalized too: empty counts as absent. A zero or false
 * in the normalized value counts, for normalization has removed those that mean "absent".
 */
export function semanticallyEqual(normalized: unknown, other: unknown): boolean {
  if (normalized === other || (isEmpty(normalized) && isZeroValue(other))) return true;
  if (Array.isArray(normalized) && Array.isArray(other)) {
    return (
      normalized.length === other.length &&
      normalized.every((item, index) => semanticallyEqual(item, other[index]))
    );
  }
  if (!isMap(normalized) || !isMap(other)) return false;
  for (const key of Object.keys(normalized))
    if (!semanticallyEqual(normalized[key], other[key])) return false;
  for (const key of Object.keys(other)) {
    if (!Object.hasOwn(normalized, key) && !semanticallyEqual(normalized[key], other[key])) return false;
  }
  return true;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return value === undefined || value === null || value === '';
}

function isZeroValue(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isZeroValue);
  return isEmpty(value) || value === 0 || value === false;
}
