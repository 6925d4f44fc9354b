import { CliError } from '../errors/cli-error.ts';

/** Types and names as the user wrote them. `names` undefined: all objects of the types. */
export interface NamedTypes {
  types: readonly string[];
  names: readonly string[] | undefined;
}

/** Reads `TYPE`, `TYPE NAME ...`, `TYPE,TYPE NAME ...` or `TYPE/NAME ...`. Throws CliError. `path`: of the command. */
export function parseWords(words: readonly string[], path: string): NamedTypes[] {
  if (!words.some((word) => word.includes('/'))) {
    const [first = '', ...names] = words;
    return [{ types: typesOf(first), names: names.length === 0 ? undefined : names }];
  }
  return words.map((word) => {
    const parts = word.split('/');
    if (parts.length === 1) throw mixed(path);
    if (parts.length > 2)
      throw new CliError('arguments in resource/name form may not have more than one slash');
    const [type, name] = parts;
    if (!type || !name || typesOf(type).length !== 1) {
      throw new CliError('arguments in resource/name form must have a single resource and name');
    }
    return { types: [type], names: [name] };
  });
}

function typesOf(word: string): string[] {
  const types = word.split(',').filter((type) => type !== '');
  if (types.length === 0) throw new CliError('you must specify only one resource type or a list of them');
  return [...new Set(types)];
}

const mixed = (path: string): CliError =>
  new CliError(
    `there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. '${path} resource/<resource_name>' instead of '${path} resource resource/<resource_name>'`,
  );
