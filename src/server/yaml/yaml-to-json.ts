import { writeJson } from '../../api/codec/json.ts';
import { maxBodyBytes } from '../../api/codec/object-size.ts';
import { readYaml } from '../../api/codec/yaml.ts';
import { entityTooLarge } from '../../api/meta/status.ts';

/** A YAML text as JSON, and which keys of its maps occur again: `line 5: key "name" already set in map`. */
export interface ConvertedYaml {
  readonly json: string;
  readonly repeated: readonly string[];
}

/** Throws DecodeError; RequestEntityTooLarge when aliases and merges make more of it than a body of JSON can be. */
export function convertYaml(yaml: string): ConvertedYaml {
  const { value, repeated } = readYaml(yaml);
  const json = writeJson(value);
  if (json.length > maxBodyBytes) throw entityTooLarge(`limit is ${maxBodyBytes}`);
  return { json, repeated };
}
