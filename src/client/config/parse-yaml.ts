import { createRequire } from 'node:module';
import { parsePlainYaml } from './plain-yaml.ts';

/**
 * Reads YAML of a configuration, or of a program for credentials, which usually prints JSON. Throws what the library throws, which is loaded for
 * a text that needs it; at once, as those who read configurations do not wait.
 */
export function parseYaml(text: string): unknown {
  const simple = parseJson(text) ?? parsePlainYaml(text);
  if (simple !== undefined) return simple;
  const { parse } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  return parse(text);
}

function parseJson(text: string): unknown {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
