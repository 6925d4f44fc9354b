import { DecodeError, parseJson, writeJson } from '../../api/codec/json.ts';
import { isMap } from '../../api/json/json-values.ts';

/** Something that came in: most have metadata, options have none. */
export interface NamedObject {
  kind?: string;
  apiVersion?: string;
  metadata?: Readonly<Record<string, unknown>>;
}

/** An object of a request as JSON, what it is first. */
export function requestedObject(object: NamedObject, omitManagedFields: boolean): string {
  const { kind, apiVersion, ...rest } = object;
  const whole = { kind, apiVersion, ...rest };
  return writeJson(omitManagedFields ? withoutManagedFields(whole) : whole);
}

/** A patch as it was sent, on one line; what is no JSON, as a text. */
export function compactPatch(text: string, read: () => unknown): string {
  try {
    return writeJson(read());
  } catch (error) {
    if (error instanceof DecodeError) return JSON.stringify(text);
    throw error;
  }
}

/** An object of an answer, given as JSON without needless space, as it is recorded. */
export function answeredObject(json: Buffer, omitManagedFields: boolean): string {
  const text = json.toString().trimEnd();
  return omitManagedFields ? writeJson(withoutManagedFields(parseJson(text))) : text;
}

/** The name of an object that is given as JSON; empty when it has none. */
export function nameIn(json: Buffer): string {
  const object = parseJson(json.toString()) as NamedObject;
  const name: unknown = object.metadata?.['name'];
  return typeof name === 'string' ? name : '';
}

/** Strips an object, the items of a list, and the objects of a table. */
function withoutManagedFields(value: unknown): unknown {
  if (!isMap(value)) return value;
  const { metadata, items, rows } = value;
  const result = { ...value };
  if (isMap(metadata) && metadata['managedFields'] !== undefined) {
    const { managedFields, ...rest } = metadata;
    result['metadata'] = rest;
  }
  if (Array.isArray(items)) result['items'] = items.map(withoutManagedFields);
  if (Array.isArray(rows)) {
    result['rows'] = rows.map((row) =>
      row?.object ? { ...row, object: withoutManagedFields(row.object) } : row,
    );
  }
  return result;
}
