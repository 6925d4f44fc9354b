import { copyJson } from '../../api/codec/copy-json.ts';
import { parseJson, writeJson } from '../../api/codec/json.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { VersionRules } from '../../registry/kind-rules.ts';
import { setAnnotation } from './annotations.ts';

/** A field that the way to another version and back would change. */
interface KeptField {
  path: readonly string[];
  /** What comes back when nobody has touched it. */
  seen: unknown;
  /** What it was. */
  kept: unknown;
}

/**
 * Makes a conversion that loses something one that does not. What an object of the stored version would not have
 * any more after the way there and back goes along in an annotation, and is put back unless the client has changed
 * what it could see of it. Most objects lose nothing and get no annotation.
 */
export function keepingLostFields(
  { toStored, fromStored, ...rules }: VersionRules,
  dialect: Dialect,
): VersionRules {
  const annotation = `conversion.${dialect.label}/kept-fields`;
  const there = (object: any) => fromStored?.(object) ?? object;
  const back = (object: any) => toStored?.(object) ?? object;
  return {
    ...rules,
    fromStored(stored) {
      const original = copyJson(stored);
      const converted = there(stored);
      const lost = lostFields(original, back(copyJson(converted)));
      if (lost.length > 0) setAnnotation(converted, annotation, writeJson(lost));
      return converted;
    },
    toStored(object) {
      const text: string | undefined = object.metadata.annotations?.[annotation];
      if (text === undefined) return back(object);
      setAnnotation(object, annotation, undefined);
      const stored = back(object);
      for (const field of readKeptFields(text)) putBack(stored, field);
      return stored;
    },
  };
}

/** Fields of the object, or one below a field that is a struct in both. */
function lostFields(original: any, returned: any, parents: readonly string[] = []): KeptField[] {
  const names = new Set([...Object.keys(original), ...Object.keys(returned)]);
  return [...names].flatMap((name) => {
    const [kept, seen] = [original[name], returned[name]];
    const path = [...parents, name];
    if (parents.length === 0) {
      if (isIdentity(name)) return [];
      if (isStruct(kept) && isStruct(seen)) return lostFields(kept, seen, path);
    }
    return isKept(kept, seen) ? [] : [{ path, seen: seen ?? null, kept: kept ?? null }];
  });
}

/** A list that is printed always is null or empty, which is not the same to everybody. */
const isKept = (kept: unknown, seen: unknown): boolean =>
  sameSense(kept, seen) && !(Array.isArray(kept) && kept.length === 0 && !Array.isArray(seen));

/** What no annotation speaks about. */
const isIdentity = (name: string): boolean => ['apiVersion', 'kind', 'metadata'].includes(name);

/** Anybody can write an annotation: one that makes no sense is as good as none. */
function readKeptFields(text: string): KeptField[] {
  let read: unknown;
  try {
    read = parseJson(text);
  } catch {
    return [];
  }
  return Array.isArray(read) ? read.filter(isKeptField) : [];
}

function isKeptField(value: any): value is KeptField {
  const path: unknown = value?.path;
  if (!Array.isArray(path) || path.length < 1 || path.length > 2) return false;
  return path.every((step) => typeof step === 'string' && step !== '__proto__') && !isIdentity(path[0]);
}

function putBack(stored: any, { path, seen, kept }: KeptField): void {
  const holder = path.length === 1 ? stored : Object.hasOwn(stored, path[0]!) ? stored[path[0]!] : undefined;
  const name = path.at(-1)!;
  if (!isStruct(holder) || !sameSense(holder[name], seen)) return;
  if (kept === null) delete holder[name];
  else holder[name] = kept;
}

const isStruct = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether a shaped value is the same as another once that is shaped as well: whatever is empty is as good as absent.
 * But not a zero or a false that the shaped one holds: where those say nothing, shaping has taken them out.
 */
export function sameSense(shaped: unknown, other: unknown): boolean {
  if (shaped === other || (isEmpty(shaped) && isNothing(other))) return true;
  if (Array.isArray(shaped) && Array.isArray(other)) {
    return shaped.length === other.length && shaped.every((item, index) => sameSense(item, other[index]));
  }
  if (!isStruct(shaped) || !isStruct(other)) return false;
  for (const key of Object.keys(shaped)) if (!sameSense(shaped[key], other[key])) return false;
  for (const key of Object.keys(other)) {
    if (!Object.hasOwn(shaped, key) && !sameSense(shaped[key], other[key])) return false;
  }
  return true;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return value === undefined || value === null || value === '';
}

function isNothing(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isNothing);
  return isEmpty(value) || value === 0 || value === false;
}
