import { createRequire } from 'node:module';
import type { parseYaml as parseAnyYaml } from '../../api/codec/yaml.ts';
import { parsePlainYaml } from './plain-yaml.ts';

/**
 * Reads YAML of a configuration, or of a program for credentials, which usually prints JSON. Throws what the reader of
 * all YAML throws. That one is loaded for a text that needs it; at once, as those who read configurations do not wait.
 */
export function parseYaml(text: string): unknown {
  return parseJson(text) ?? parsePlainYaml(text) ?? readerOfAll()(text);
}

function parseJson(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Node.js loads a module at once by its file, which is compiled or not, as this one is. */
function readerOfAll(): typeof parseAnyYaml {
  const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));
  const file = `../../api/codec/yaml${extension}`;
  return (createRequire(import.meta.url)(file) as { parseYaml: typeof parseAnyYaml }).parseYaml;
}
