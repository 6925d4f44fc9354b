/** A value of the template: JSON, with whole numbers as bigints. `undefined` is a key that is not there. */
export type Value = bigint | boolean | null | number | string | undefined | readonly Value[] | ValueMap;

export interface ValueMap {
  readonly [key: string]: Value;
}

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

export const isMap = (value: Value): value is ValueMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as templates see it. */
export function toValue(json: unknown): Value {
  if (Array.isArray(json)) return json.map(toValue);
  if (typeof json === 'number') return Number.isInteger(json) ? BigInt(json) : json;
  if (typeof json !== 'object' || json === null) return json as Value;
  const entries = Object.entries(json).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([key, value]) => [key, toValue(value)]));
}

/** Keys of a map in the order of a range. */
export const sortedKeys = (map: ValueMap): string[] =>
  Object.keys(map).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

/** The own member of a map, which may have a key `constructor`. */
export const memberOf = (map: ValueMap, key: string): Value =>
  Object.hasOwn(map, key) ? map[key] : undefined;

export function isTrue(value: Value): boolean {
  if (isList(value)) return value.length > 0;
  if (isMap(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

export function typeName(value: Value): string {
  if (value === undefined || value === null) return '<nil>';
  if (isList(value)) return '[]interface {}';
  if (isMap(value)) return 'map[string]interface {}';
  if (typeof value === 'bigint') return 'int64';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'number' ? 'float64' : 'string';
}

/** Text that `%v` prints: `map[a:1 b:[x y]]`. */
export function valueText(value: Value): string {
  if (value === undefined || value === null) return '<nil>';
  if (isList(value)) return `[${value.map(valueText).join(' ')}]`;
  if (isMap(value)) {
    return `map[${sortedKeys(value)
      .map((key) => `${key}:${valueText(value[key])}`)
      .join(' ')}]`;
  }
  return typeof value === 'number' ? floatText(value) : String(value);
}

/** Shortest digits; an exponent below 1e-4 and from 1e6 on. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
  const [digits = '', power = ''] = value.toExponential().split('e');
  const exponent = Number(power);
  if (value !== 0 && (exponent < -4 || exponent >= 6)) return `${digits}e${exponentText(exponent)}`;
  return Object.is(value, -0) ? '-0' : String(value);
}

/** `+06` */
export const exponentText = (exponent: number): string =>
  `${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;

/** Values as `print` prints them: a blank between two of which neither is a text. */
export function printText(values: readonly Value[]): string {
  return values
    .map((value, index) => {
      const before = values[index - 1];
      const isApart = index > 0 && typeof value !== 'string' && typeof before !== 'string';
      return (isApart ? ' ' : '') + valueText(value);
    })
    .join('');
}
