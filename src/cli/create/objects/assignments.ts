import { CliError } from '../../shared/errors/cli-error.ts';

/**
 * A selector that only demands values, as a map. Throws CliError.
 *
 *     parseSelectorMap('app=web,tier=front') is {app: 'web', tier: 'front'}
 */
export function parseSelectorMap(selector: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const requirement of selector.split(',')) {
    const match = /^([^=!]+)==?([^=]*)$/.exec(requirement.trim());
    if (match === null)
      throw new CliError(
        `couldn't parse the selector string "${selector}": not a label and its value: "${requirement}"`,
      );
    labels[match[1]!.trim()] = match[2]!.trim();
  }
  return labels;
}

/**
 * `a=b`, the value may hold further equals signs. Throws CliError when there is none, or no key.
 */
export function parseLiteral(source: string): [key: string, value: string] {
  const at = source.indexOf('=');
  if (at <= 0) throw new CliError(`invalid literal source ${source}, expected key=value`);
  return [source.slice(0, at), source.slice(at + 1)];
}
