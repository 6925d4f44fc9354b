import { dirname, resolve } from 'node:path';
import { Fields, ShapeError } from '../fields.ts';
import { type ExecSection, execSection } from './exec-section.ts';
import { parseYaml } from './parse-yaml.ts';

/** Texts that are not given are "". Paths are absolute. */
export interface ClusterEntry {
  server: string;
  tlsServerName: string;
  insecure: boolean;
  authorityFile: string;
  /** PEM. */
  authorityData: string;
  proxyUrl: string;
  /** Extensions of other programs, by name. */
  extensions: ReadonlyMap<string, unknown>;
}

export interface UserEntry {
  certificateFile: string;
  certificateData: string;
  keyFile: string;
  keyData: string;
  token: string;
  tokenFile: string;
  username: string;
  password: string;
  impersonate: Impersonation;
  authProvider: AuthProviderSection | undefined;
  exec: ExecSection | undefined;
}

/** User to act as; none with an empty name. */
export interface Impersonation {
  user: string;
  uid: string;
  groups: readonly string[];
  extra: ReadonlyMap<string, readonly string[]>;
}

export interface AuthProviderSection {
  name: string;
  config: ReadonlyMap<string, string>;
  /** File in which the section stands, to be written back. */
  file: string;
  /** Name of the user. */
  user: string;
}

export interface ContextEntry {
  cluster: string;
  user: string;
  namespace: string;
}

export interface ConfigDocument {
  clusters: Map<string, ClusterEntry>;
  users: Map<string, UserEntry>;
  contexts: Map<string, ContextEntry>;
  currentContext: string;
}

export const emptyDocument = (): ConfigDocument => ({
  clusters: new Map(),
  users: new Map(),
  contexts: new Map(),
  currentContext: '',
});

/** Reads a configuration that stands in this file. Throws ShapeError. */
export function parseDocument(text: string, file: string): ConfigDocument {
  const value = documentValue(text);
  return value === null || value === undefined ? emptyDocument() : readDocument(value, file);
}

/**
 * Reads the value of a configuration that stands in this file; entries are in its order. Throws ShapeError. `isStrict`:
 * each entry must have more than a name.
 */
export function readDocument(value: unknown, file: string, isStrict = false): ConfigDocument {
  const fields = new Fields(value, '');
  const named = isStrict ? strictEntries : entriesOf;
  const at = (path: string): string => (path === '' ? '' : resolve(dirname(file), path));
  return {
    clusters: named(fields, 'clusters', 'cluster', (one) => clusterOf(one, at)),
    users: named(fields, 'users', 'user', (one, name) => userOf(one, name, file, at)),
    contexts: named(fields, 'contexts', 'context', contextOf),
    currentContext: textOf(fields, 'current-context'),
  };
}

function documentValue(text: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    throw new ShapeError((error as Error).message);
  }
}

type ReadEntry<T> = (entry: Fields, name: string) => T;

function entriesOf<T>(fields: Fields, list: string, below: string, read: ReadEntry<T>): Map<string, T> {
  const entries = new Map<string, T>();
  for (const entry of fields.objects(list)) {
    const name = textOf(entry, 'name');
    if (entries.has(name)) throw fields.wrong(list, `duplicate name ${JSON.stringify(name)} in list`);
    entries.set(name, read(entry.object(below) ?? new Fields({}, entry.path(below)), name));
  }
  return entries;
}

function strictEntries<T>(fields: Fields, list: string, below: string, read: ReadEntry<T>): Map<string, T> {
  const seen = new Set<string>();
  for (const entry of fields.objects(list)) {
    const name = textOf(entry, 'name');
    if (seen.has(name)) throw entry.wrong('name', `${JSON.stringify(name)} is there more than once`);
    seen.add(name);
    if (!entry.has(below)) throw entry.wrong(below, 'must be given');
  }
  return entriesOf(fields, list, below, read);
}

function clusterOf(fields: Fields, at: (path: string) => string): ClusterEntry {
  const extensions = fields
    .objects('extensions')
    .map((one) => [textOf(one, 'name'), one.any('extension')] as const);
  return {
    server: textOf(fields, 'server'),
    tlsServerName: textOf(fields, 'tls-server-name'),
    insecure: fields.boolean('insecure-skip-tls-verify') ?? false,
    authorityFile: at(textOf(fields, 'certificate-authority')),
    authorityData: data(fields, 'certificate-authority-data'),
    proxyUrl: textOf(fields, 'proxy-url'),
    extensions: new Map(extensions),
  };
}

function userOf(fields: Fields, name: string, file: string, at: (path: string) => string): UserEntry {
  const provider = fields.object('auth-provider');
  const exec = fields.object('exec');
  return {
    certificateFile: at(textOf(fields, 'client-certificate')),
    certificateData: data(fields, 'client-certificate-data'),
    keyFile: at(textOf(fields, 'client-key')),
    keyData: data(fields, 'client-key-data'),
    token: textOf(fields, 'token'),
    tokenFile: at(textOf(fields, 'tokenFile')),
    username: textOf(fields, 'username'),
    password: textOf(fields, 'password'),
    impersonate: impersonationOf(fields),
    authProvider: provider && {
      name: textOf(provider, 'name'),
      file,
      user: name,
      config: new Map(textEntries(provider.object('config'))),
    },
    exec: exec && execSection(exec, dirname(file)),
  };
}

function impersonationOf(fields: Fields): Impersonation {
  const extra = fields.object('as-user-extra');
  return {
    user: textOf(fields, 'as'),
    uid: textOf(fields, 'as-uid'),
    groups: fields.texts('as-groups'),
    extra: new Map((extra?.names() ?? []).map((key) => [key, extra!.texts(key)])),
  };
}

const contextOf = (fields: Fields): ContextEntry => ({
  cluster: textOf(fields, 'cluster'),
  user: textOf(fields, 'user'),
  namespace: textOf(fields, 'namespace'),
});

const textEntries = (fields: Fields | undefined): [string, string][] =>
  (fields?.names() ?? []).map((name) => [name, textOf(fields!, name)]);

const textOf = (fields: Fields, name: string): string => fields.text(name) ?? '';

function data(fields: Fields, name: string): string {
  const given = textOf(fields, name);
  if (given !== '' && !/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(given)) throw fields.wrong(name, 'must be base64');
  return Buffer.from(given, 'base64').toString();
}
