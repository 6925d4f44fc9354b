import { writeJson } from '../../../api/codec/json.ts';
import { isMap, type JsonMap } from '../../../api/json/json-values.ts';
import { type Dialect, fillPlaceholders } from '../../../api/meta/dialect.ts';
import type { ApiObject } from '../../../api/meta/metadata.ts';
import { CliError } from '../errors/cli-error.ts';

/** The annotation that keeps what client-side apply wrote last. */
export const lastAppliedKey = (dialect: Dialect): string =>
  fillPlaceholders(dialect, `${dialect.commandLineClient}.{label}/last-applied-configuration`);

/** An object as it stands in a file. */
interface Written {
  metadata: object;
}

/** The object with its own text in the annotation. */
export function withLastApplied<T extends Written>(object: T, key: string): T {
  const { annotations: given = {}, ...metadata } = object.metadata as {
    annotations?: Record<string, string>;
  };
  const { [key]: _, ...annotations } = given;
  const config = sorted({ ...object, metadata: { annotations, ...metadata } });
  return {
    ...object,
    metadata: { ...metadata, annotations: { ...annotations, [key]: `${writeJson(config)}\n` } },
  };
}

/** Keys in order: the text is the same whatever the order in the file. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key])]));
}

/** Undefined when the object has none. Throws CliError when it is not the JSON of an object. */
export function lastApplied({ metadata }: ApiObject, key: string): JsonMap | undefined {
  const text = metadata.annotations?.[key];
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (isMap(value)) return value;
  } catch {
    // Said below.
  }
  throw new CliError(`annotation ${key} of ${metadata.name} is not the JSON of an object`);
}
