import { writeJson } from '../../api/codec/json.ts';
import { maxBodyBytes } from '../../api/codec/object-size.ts';
import { parseYaml } from '../../api/codec/yaml.ts';
import { entityTooLarge } from '../../api/meta/status.ts';

/** Throws DecodeError; RequestEntityTooLarge when aliases and merges make more of it than a body of JSON can be. */
export function jsonOf(yaml: string): string {
  const json = writeJson(parseYaml(yaml));
  if (json.length > maxBodyBytes) throw entityTooLarge(`limit is ${maxBodyBytes}`);
  return json;
}
