import { readFileSync } from 'node:fs';
import { parseUniqueYaml } from '../../../api/codec/yaml.ts';
import { isMap } from '../../../api/json/json-values.ts';
import { StartError } from '../../start-error.ts';

const flag = '--config';

/**
 * The command line, and before it the flags of the file that `--config` names, where the command line has them not:
 *
 *     secure-port: 6443
 *     authorization-mode: [Node, RBAC]
 *     feature-gates: {APIServerIdentity: true}
 *
 * `known`: names of all flags, and whether each of several values is given by itself. Throws StartError.
 */
export function withConfigFile(
  commandLine: readonly string[],
  known: ReadonlyMap<string, { repeats: boolean }>,
): string[] {
  const path = configPath(commandLine);
  if (path === undefined) return [...commandLine];
  const given = new Set(commandLine.map(nameOf));
  const fromFile = Object.entries(readConfig(path)).flatMap(([name, value]) => {
    const about = known.get(name);
    if (about === undefined || name === 'config')
      throw new StartError(`${flag}: ${path}: unknown flag ${name}`);
    if (given.has(name)) return [];
    return textsOf(value, about.repeats, `${flag}: ${path}: ${name}`).map((text) => `--${name}=${text}`);
  });
  return [...fromFile, ...commandLine];
}

/** The texts of a few flags, without a list of the others: `--name=text` or `--name text`. Throws StartError. */
export function peekFlags<Name extends string>(
  commandLine: readonly string[],
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const path = configPath(commandLine);
  const config = path === undefined ? {} : readConfig(path);
  const texts: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = config[name];
    const text =
      lastText(commandLine, name) ?? (value === undefined ? undefined : textsOf(value, false, name)[0]);
    if (text !== undefined) texts[name] = text;
  }
  return texts;
}

function configPath(commandLine: readonly string[]): string | undefined {
  const path = lastText(commandLine, 'config');
  if (path === '') throw new StartError(`${flag}: names no file`);
  return path;
}

/** The last one counts, as of every flag with one value. Empty when there is no value. */
function lastText(commandLine: readonly string[], name: string): string | undefined {
  const at = commandLine.findLastIndex((word) => nameOf(word) === name);
  if (at < 0) return undefined;
  const word = commandLine[at]!;
  return word.includes('=') ? word.slice(word.indexOf('=') + 1) : (commandLine[at + 1] ?? '');
}

/** `--secure-port=0` → `secure-port`; undefined for a word that is no flag. */
function nameOf(word: string): string | undefined {
  if (word === '-v' || word.startsWith('-v=')) return 'v';
  return word.startsWith('--') ? word.slice(2).split('=')[0] : undefined;
}

function readConfig(path: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = parseUniqueYaml(readFileSync(path, 'utf8'));
  } catch (error) {
    const [line] = (error as Error).message.split('\n');
    throw new StartError(`${flag}: cannot read ${path}: ${line}`, { cause: error });
  }
  if (isMap(content)) return content;
  throw new StartError(`${flag}: ${path}: must be a map of flags`);
}

/** One text, or one for each value of a flag that is repeated. */
function textsOf(value: unknown, repeats: boolean, where: string): string[] {
  const one = (item: unknown): string => {
    if (['string', 'number', 'boolean'].includes(typeof item)) return String(item);
    throw new StartError(`${where}: must be a text, a number, true, false, a list or a map of these`);
  };
  if (Array.isArray(value)) return repeats ? value.map(one) : [value.map(one).join(',')];
  if (isMap(value)) {
    return [
      Object.entries(value)
        .map(([key, item]) => `${key}=${one(item)}`)
        .join(','),
    ];
  }
  return [one(value)];
}
