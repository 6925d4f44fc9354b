import { parseJson, writeJson } from '../../api/codec/json.ts';
import { parseYaml } from '../../api/codec/yaml.ts';
import { writeYaml } from '../../api/codec/yaml-writer.ts';

/** YAML as command-line clients print it: keys in order, lists not indented. */
export function yamlOf(json: string): string {
  return writeYaml(parseJson(json));
}

/** Throws DecodeError. */
export function jsonOf(yaml: string): string {
  return writeJson(parseYaml(yaml));
}
