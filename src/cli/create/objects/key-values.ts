import { isUtf8 } from 'node:buffer';
import { CliError } from '../../shared/errors/cli-error.ts';
import { parseLiteral } from './assignments.ts';

/** Reads files for the user; what cannot be read is an error of Node.js. */
export interface FileReader {
  read(path: string): Promise<Buffer>;
  /** Undefined when it is no directory. Only regular files, by name. */
  filesIn(path: string): Promise<readonly string[] | undefined>;
}

export interface KeyValueSources {
  /** `key=value` */
  literals: readonly string[];
  /** `path`, `key=path`, or a directory */
  files: readonly string[];
  /** Files of lines `key=value`; a key alone has its value in the environment. */
  envFiles: readonly string[];
}

/** The object of the entries, for messages: `ConfigMap "settings"`. */
export interface KeyValueOwner {
  kind: 'ConfigMap' | 'Secret';
  name: string;
}

export interface Environment {
  files: FileReader;
  env: Readonly<Record<string, string | undefined>>;
}

/** Bytes by key, in the order of the keys. Rejects with CliError. */
export async function readKeyValues(
  { literals, files, envFiles }: KeyValueSources,
  owner: KeyValueOwner,
  { files: reader, env }: Environment,
): Promise<Map<string, Buffer>> {
  if (envFiles.length > 0 && literals.length + files.length > 0) {
    throw new CliError('from-env-file cannot be combined with from-file or from-literal');
  }
  const entries = new Entries(owner);
  for (const source of files) await addFile(entries, source, reader);
  for (const source of literals) {
    const [key, value] = parseLiteral(source);
    entries.add(key, Buffer.from(unquoted(value)));
  }
  for (const path of envFiles) addLines(entries, await contentOf(path, reader), env);
  return entries.sorted();
}

class Entries {
  readonly #values = new Map<string, Buffer>();
  readonly #owner: KeyValueOwner;

  constructor(owner: KeyValueOwner) {
    this.#owner = owner;
  }

  add(key: string, value: Buffer): void {
    const { kind, name } = this.#owner;
    const problem = keyProblem(key);
    if (problem !== undefined)
      throw new CliError(`"${key}" is not a valid key name for a ${kind}: ${problem}`);
    if (this.#values.has(key)) {
      throw new CliError(
        `cannot add key "${key}", another key by that name already exists in Data for ${kind} "${name}"`,
      );
    }
    this.#values.set(key, value);
  }

  sorted(): Map<string, Buffer> {
    return new Map([...this.#values].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function keyProblem(key: string): string | undefined {
  if (key.length > 253) return 'must be no more than 253 characters';
  if (!/^[-._a-zA-Z0-9]+$/.test(key)) {
    return "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
  }
  if (key === '.' || key === '..') return `must not be '${key}'`;
  return key.startsWith('..') ? "must not start with '..'" : undefined;
}

/** Adds a file, or every file of a directory whose name is a key. */
async function addFile(entries: Entries, source: string, reader: FileReader): Promise<void> {
  const at = source.indexOf('=');
  if (at === 0) throw new CliError(`key name for file path ${source.slice(1)} missing`);
  if (at === source.length - 1 && at > 0)
    throw new CliError(`file path for key name ${source.slice(0, at)} missing`);
  const path = source.slice(at + 1);
  const listed = await filesIn(path, reader);
  if (listed === undefined)
    return entries.add(at < 0 ? baseName(path) : source.slice(0, at), await contentOf(path, reader));
  if (at > 0) throw new CliError('cannot give a key name for a directory path');
  for (const name of listed) {
    if (keyProblem(name) === undefined) entries.add(name, await contentOf(`${path}/${name}`, reader));
  }
}

function addLines(entries: Entries, content: Buffer, env: Environment['env']): void {
  const text = content.toString().replace(/^\ufeff/, '');
  for (const line of text.split('\n').map((one) => one.trimStart().replace(/\r$/, ''))) {
    if (line === '' || line.startsWith('#')) continue;
    const at = line.indexOf('=');
    const key = at < 0 ? line : line.slice(0, at);
    if (!/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(key)) {
      throw new CliError(
        `"${key}" is not a valid key name: a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')`,
      );
    }
    entries.add(key, Buffer.from(at < 0 ? (env[key] ?? '') : line.slice(at + 1)));
  }
}

/** Without the quotes around it. */
function unquoted(value: string): string {
  const first = value[0];
  return value.length >= 2 && (first === '"' || first === "'") && value.endsWith(first)
    ? value.slice(1, -1)
    : value;
}

const baseName = (path: string): string => path.replace(/\/+$/, '').replace(/^.*\//, '');

async function contentOf(path: string, reader: FileReader): Promise<Buffer> {
  return explained(path, () => reader.read(path));
}

async function filesIn(path: string, reader: FileReader): Promise<readonly string[] | undefined> {
  return explained(path, () => reader.filesIn(path));
}

async function explained<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const problem =
      code === 'ENOENT' ? 'no such file or directory' : code === 'EACCES' ? 'permission denied' : message;
    throw new CliError(`error reading ${path}: ${problem}`, 1, { cause: error });
  }
}

export const isText = (bytes: Buffer): boolean => isUtf8(bytes);
