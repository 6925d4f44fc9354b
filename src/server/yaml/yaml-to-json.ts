import { writeJson } from '../../api/codec/json.ts';
import { parseYaml } from '../../api/codec/yaml.ts';

/** Throws DecodeError. */
export function jsonOf(yaml: string): string {
  return writeJson(parseYaml(yaml));
}
