import { parseJson } from '../../api/codec/json.ts';
import { noObject } from '../../api/codec/untyped.ts';
import { parseYaml } from '../../api/codec/yaml.ts';
import { isMap } from '../../api/json/json-values.ts';

/**
 * The review that a webhook answers with: JSON, or YAML for what does not begin like an object. Throws DecodeError.
 */
export function parseReview(text: string): Record<string, unknown> {
  const value = /^\s*\{/.test(text) ? parseJson(text) : parseYaml(text);
  if (isMap(value)) return value;
  throw noObject(value);
}
