import { ListValue, MapValue } from '../cel/values/collections.ts';
import { StructValue } from '../cel/values/structs.ts';
import { jsonOfValue } from '../cel/values/to-json.ts';
import { type CelValue, OptionalValue } from '../cel/values/value.ts';
import { setValue } from '../json/json-values.ts';

/** A literal has another type than its place wants. */
export class LiteralError extends Error {}

/**
 * A configuration that an expression has made, as JSON. `type`: the name that a literal at this place has to have, to which
 * the names of fields are added on the way: `Object.spec`. Throws LiteralError, and CelError for what has no form as JSON.
 */
export function configurationOf(value: CelValue, type: string): unknown {
  // Where a configuration has null, clients have always had the number of its name.
  if (value === null) return 0;
  if (value instanceof ListValue) return Array.from(value, (item) => configurationOf(item, type));
  if (value instanceof OptionalValue && value.value !== undefined) return configurationOf(value.value, type);
  return value instanceof MapValue ? mapOf(value, type) : jsonOfValue(value);
}

function mapOf(map: MapValue, type: string): object {
  if (map instanceof StructValue && map.typeName !== type) {
    throw new LiteralError(
      `type mismatch: unexpected type name ${JSON.stringify(map.typeName)}, expected ${JSON.stringify(type)}, which matches field name path from root Object type`,
    );
  }
  const result = {};
  for (const key of map.keys()) {
    const name = String(key);
    setValue(result, name, configurationOf(map.get(key)!, `${type}.${name}`));
  }
  return result;
}
