import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileError } from '../config-error.ts';
import type { ConfigFiles } from '../load-config.ts';
import { documentIn, type EntryKind, entryFields, pathsOf } from './config-files.ts';

type Values = Record<string, unknown>;

/** A cluster, user or context with its name. */
export interface NamedEntry {
  name: string;
  values: Values;
  /** The folder that names of files in it are relative to. */
  folder: string;
}

/** All of a configuration as it stands in its files, fields that are not understood included. */
export interface WholeConfig {
  clusters: NamedEntry[];
  users: NamedEntry[];
  contexts: NamedEntry[];
  currentContext: string;
  preferences: unknown;
}

/** Fields that name files. */
const fileFields = ['certificate-authority', 'client-certificate', 'client-key', 'tokenFile'];

/**
 * The files as one configuration, entries by name. Files that are not there are left out. Throws a text.
 */
export function readWholeConfig(files: ConfigFiles): WholeConfig {
  const config: WholeConfig = { clusters: [], users: [], contexts: [], currentContext: '', preferences: {} };
  for (const path of pathsOf(files)) {
    const content = valuesOf(documentIn(path).toJS());
    for (const kind of Object.keys(entryFields) as EntryKind[]) addMissing(config[kind], content, kind, path);
    const current = content['current-context'];
    if (config.currentContext === '' && typeof current === 'string') config.currentContext = current;
    config.preferences = { ...valuesOf(content['preferences']), ...valuesOf(config.preferences) };
  }
  for (const kind of Object.keys(entryFields) as EntryKind[]) config[kind].sort(byName);
  return config;
}

function addMissing(known: NamedEntry[], content: Values, kind: EntryKind, path: string): void {
  const list = Array.isArray(content[kind]) ? content[kind] : [];
  for (const item of list.map(valuesOf)) {
    const name = typeof item['name'] === 'string' ? item['name'] : '';
    if (known.some((one) => one.name === name)) continue;
    known.push({ name, values: valuesOf(item[entryFields[kind]]), folder: dirname(path) });
  }
}

/** The current context and the entries that it names. */
export function minified(config: WholeConfig, context: string): WholeConfig {
  const found = config.contexts.find(({ name }) => name === context);
  if (context === '') throw new Error('current-context must exist in order to minify');
  if (found === undefined) throw new Error(`cannot locate context ${context}`);
  const { cluster, user } = found.values;
  return {
    ...config,
    currentContext: context,
    contexts: [found],
    clusters: config.clusters.filter(({ name }) => name === cluster),
    users: config.users.filter(({ name }) => name === user),
  };
}

/** The content of files in place of their names. Throws an error that names the file that cannot be read. */
export function flattened(config: WholeConfig): WholeConfig {
  const flat = ({ name, values, folder }: NamedEntry): NamedEntry => {
    const result = { ...values };
    for (const field of fileFields.filter((one) => one !== 'tokenFile')) {
      const file = result[field];
      if (typeof file !== 'string' || file === '') continue;
      delete result[field];
      result[`${field}-data`] ??= contentOf(resolve(folder, file)).toString('base64');
    }
    return { name, values: result, folder };
  };
  return { ...config, clusters: config.clusters.map(flat), users: config.users.map(flat) };
}

const longFields = ['certificate-authority-data', 'client-certificate-data', 'client-key-data'];
const secretFields = ['token', 'password'];
const secretSettings = ['access-token', 'client-secret', 'id-token', 'refresh-token'];

/** Credentials and long data in place of which a word stands. */
export function redacted(config: WholeConfig): WholeConfig {
  const shown = (values: Values): Values =>
    replaced(replaced(values, longFields, 'DATA+OMITTED'), secretFields, 'REDACTED');
  const clusters = config.clusters.map((entry) => ({ ...entry, values: shown(entry.values) }));
  const users = config.users.map((entry) => {
    const provider = valuesOf(entry.values['auth-provider']);
    const values = shown(entry.values);
    if (!('config' in provider)) return { ...entry, values };
    const settings = replaced(valuesOf(provider['config']), secretSettings, 'REDACTED');
    return { ...entry, values: { ...values, 'auth-provider': { ...provider, config: settings } } };
  });
  return { ...config, clusters, users };
}

function replaced(values: Values, fields: readonly string[], word: string): Values {
  const hidden = fields.filter((field) => values[field] !== undefined && values[field] !== '');
  return { ...values, ...Object.fromEntries(hidden.map((field) => [field, word])) };
}

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(fileError(file, error as Error), { cause: error });
  }
}

const byName = (a: NamedEntry, b: NamedEntry): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

const valuesOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};
