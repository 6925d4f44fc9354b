import { canonicalQuantity } from '../values/quantity.ts';

/**
 * One type of a field: `string`, `bool`, `int` and names of structs of a table print their zero value when there is
 * none, `?` before a type (a pointer), `[]` (a list) and `map` (of texts) null. `quantities` is a map of amounts.
 * `json` is printed as it is in JSON: a type that has the names of fields itself.
 */
export type GoType = string;

/** Fields of a struct in its order: Go's name, and the name in JSON where it is not the same but for capitals. */
export type GoStruct = readonly (readonly [name: string, type: GoType, jsonName?: string])[];

export type GoStructs = Readonly<Record<string, GoStruct>>;

/**
 * A value as Go prints a struct that knows no names for JSON: those of its fields, all of them, with what stands for
 * none. `value`: normalized.
 */
export function goJson(value: unknown, type: GoType, structs: GoStructs, indent = 0): string {
  // Go's encoder writes these as escapes, to be safe in pages of the web.
  return JSON.stringify(goValueOf(value, type, structs), undefined, indent).replaceAll(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function goValueOf(value: unknown, type: GoType, structs: GoStructs): unknown {
  if (type.startsWith('?')) return value == null ? null : goValueOf(value, type.slice(1), structs);
  if (type.startsWith('[]')) {
    const items = value as readonly unknown[] | null | undefined;
    return items?.map((item) => goValueOf(item, type.slice(2), structs)) ?? null;
  }
  switch (type) {
    case 'string':
      return value ?? '';
    case 'bool':
      return value ?? false;
    case 'int':
      return value ?? 0;
    case 'json':
      return value ?? null;
    case 'map':
      return value === undefined ? null : sortedMap(value as Record<string, string>, (text) => text);
    case 'quantities':
      return value === undefined ? null : sortedMap(value as Record<string, string>, canonicalQuantity);
    default:
      return structOf((value ?? {}) as Record<string, unknown>, type, structs);
  }
}

function structOf(fields: Record<string, unknown>, type: string, structs: GoStructs): object {
  const struct = structs[type];
  if (struct === undefined) throw new Error(`no Go struct ${type}`);
  return Object.fromEntries(
    struct.map(([name, ofField, jsonName = jsonNameOf(name)]) => [
      name,
      goValueOf(fields[jsonName], ofField, structs),
    ]),
  );
}

/** `FSType` → `fsType`, `ISCSI` → `iscsi`, `Driver` → `driver`. */
const jsonNameOf = (name: string): string =>
  name.replace(/^[A-Z]+?(?=[A-Z][a-z]|[a-z]|$)/, (capitals) => capitals.toLowerCase());

const sortedMap = (map: Record<string, string>, text: (value: string) => string): object =>
  Object.fromEntries(
    Object.keys(map)
      .sort()
      .map((key) => [key, text(map[key]!)]),
  );
