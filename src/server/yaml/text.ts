import { stringify } from 'yaml';
import { parseJson, writeJson } from '../../api/codec/json.ts';
import { parseYaml } from '../../api/codec/yaml.ts';

const options = {
  version: '1.1',
  lineWidth: 0,
  aliasDuplicateObjects: false,
  indentSeq: false,
  sortMapEntries: true,
} as const;

/** YAML as command-line clients print it: keys in order, lists not indented. */
export function yamlOf(json: string): string {
  return stringify(parseJson(json), options);
}

/** Throws DecodeError. */
export function jsonOf(yaml: string): string {
  return writeJson(parseYaml(yaml));
}
