import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseUniqueYaml } from '../api/codec/yaml.ts';
import { isMap } from '../api/json/json-values.ts';
import type { Dialect } from '../api/meta/dialect.ts';
import type { PluginConfiguration } from './descriptor.ts';

/** A file that is itself the configuration of one plugin, as it was before there was a configuration of all. */
const oldForms: Readonly<Record<string, string>> = {
  imagePolicy: 'ImagePolicyWebhook',
  podNodeSelectorPluginConfig: 'PodNodeSelector',
};

const fields = ['kind', 'apiVersion', 'plugins'];
const pluginFields = ['name', 'path', 'configuration'];

/**
 * The configuration of each plugin by its name: from a file with an AdmissionConfiguration, which holds the part of a
 * plugin itself or the path of another file. Rejects with a start-up error.
 */
export async function readAdmissionConfiguration(
  path: string | undefined,
  dialect: Dialect,
): Promise<ReadonlyMap<string, PluginConfiguration>> {
  if (path === undefined) return new Map();
  const directory = dirname(resolve(path));
  const value = await readYaml(path);
  const problem = (what: string): Error =>
    new Error(`unable to read admission control configuration from "${path}": ${what}`);
  if (!isMap(value)) throw problem('it is no object');
  if (value['kind'] === undefined) {
    const key = Object.keys(oldForms).find((name) => name in value);
    if (key !== undefined) return new Map([[oldForms[key]!, { value, directory }]]);
  }
  checkType(value, dialect, problem);
  checkFields(value, fields, problem);
  const result = new Map<string, PluginConfiguration>();
  const plugins = value['plugins'] ?? [];
  // An unknown form is an error: without its configuration a plugin would admit requests that it has to refuse.
  if (!Array.isArray(plugins)) throw problem('plugins is no list');
  for (const plugin of plugins) {
    if (!isMap(plugin) || typeof plugin['name'] !== 'string') throw problem('a plugin has no name');
    if (result.has(plugin['name'])) throw problem(`plugin "${plugin['name']}" is there more than once`);
    checkFields(plugin, pluginFields, problem);
    const {
      name,
      path: place,
      configuration,
    } = plugin as { name: string; path?: string; configuration?: unknown };
    if (configuration !== undefined && configuration !== null) {
      result.set(name, { value: configuration, directory });
    } else if (place) {
      const file = resolve(directory, place);
      result.set(name, { value: await readYaml(file), directory: dirname(file) });
    }
  }
  return result;
}

function checkType(value: Record<string, unknown>, { api }: Dialect, problem: (what: string) => Error): void {
  const known = [`apiserver.config.${api}/v1`, `apiserver.${api}/v1alpha1`];
  const { kind, apiVersion } = value;
  if (kind !== 'AdmissionConfiguration' || !known.includes(String(apiVersion))) {
    throw problem(`no kind "${kind ?? ''}" is registered for version "${apiVersion ?? ''}"`);
  }
}

function checkFields(
  value: Record<string, unknown>,
  known: readonly string[],
  problem: (what: string) => Error,
): void {
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) throw problem(`unknown field "${unknown}"`);
}

async function readYaml(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8');
  try {
    return parseUniqueYaml(text);
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
  }
}
