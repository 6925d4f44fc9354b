import { isMap, type JsonMap } from '../../api/json/json-values.ts';
import type { ApiObject, ManagedFieldsEntry } from '../../api/meta/metadata.ts';

export interface TakeOver {
  /** Field manager of server-side apply. */
  manager: string;
  /** Field manager of client-side apply. */
  former: string;
  /** That keeps what client-side apply wrote last: it stays with its manager. */
  annotation: string;
}

/**
 * The managedFields with the fields of client-side apply given to the manager of server-side apply: who has changed from
 * one to the other no longer holds fields under the former name, and so can take them away. Undefined when client-side apply
 * holds nothing.
 */
export function takenOver(
  { metadata: { managedFields = [] } }: ApiObject,
  { manager, former, annotation }: TakeOver,
): ManagedFieldsEntry[] | undefined {
  const isOwn = (entry: ManagedFieldsEntry): boolean =>
    entry.manager === manager && entry.operation === 'Apply' && !entry.subresource;
  const isFormer = (entry: ManagedFieldsEntry): boolean =>
    entry.manager === former && entry.operation === 'Update' && !entry.subresource;
  const own = managedFields.find(isOwn);
  const held = managedFields.filter(isFormer).map(({ fieldsV1 = {} }) => split(fieldsV1, annotation));
  if (own === undefined || held.every(({ taken }) => Object.keys(taken).length === 0)) return undefined;
  const union = held.reduce((sum, { taken }) => merged(sum, taken), own.fieldsV1 ?? {});
  return managedFields.flatMap((entry) => {
    if (isOwn(entry)) return [{ ...entry, fieldsV1: union }];
    if (!isFormer(entry)) return [entry];
    const { left } = split(entry.fieldsV1 ?? {}, annotation);
    return left === undefined ? [] : [{ ...entry, fieldsV1: left }];
  });
}

/** The annotation apart from all other fields. */
function split(fields: JsonMap, annotation: string): { taken: JsonMap; left: JsonMap | undefined } {
  const key = `f:${annotation}`;
  const { 'f:metadata': metadata = {}, ...rest } = fields as Record<string, JsonMap>;
  const { 'f:annotations': annotations = {}, ...others } = metadata as Record<string, JsonMap>;
  const { [key]: kept, '.': _, ...more } = annotations as Record<string, JsonMap>;
  const inner = { ...others, ...(Object.keys(more).length === 0 ? {} : { 'f:annotations': more }) };
  const taken = { ...rest, ...(Object.keys(inner).length === 0 ? {} : { 'f:metadata': inner }) };
  return {
    taken,
    left: kept === undefined ? undefined : { 'f:metadata': { 'f:annotations': { [key]: kept } } },
  };
}

/** Both sets of fields, which are maps in maps. */
function merged(a: JsonMap, b: JsonMap): JsonMap {
  const result = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const there = result[key];
    result[key] = isMap(there) && isMap(value) ? merged(there, value) : value;
  }
  return result;
}
