import { DecodeError, parseJson } from '../../api/codec/json.ts';
import { jsonTypeOf } from '../../api/codec/type-text.ts';
import { parseYaml } from '../../api/codec/yaml.ts';
import { isMap } from '../../api/json/json-values.ts';

/** The fields by which the type of an object is found, as messages show them. */
const typeStruct =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/**
 * The review that a webhook answers with: JSON, or YAML for what does not begin like an object. Throws DecodeError.
 */
export function parseReview(text: string): Record<string, unknown> {
  const value = /^\s*\{/.test(text) ? parseJson(text) : parseYaml(text);
  if (isMap(value)) return value;
  throw new DecodeError(
    `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type ${typeStruct}`,
  );
}
