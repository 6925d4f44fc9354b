import { CliError } from '../errors/cli-error.ts';

/** `a=b,c=d` as a map. Throws CliError. */
export function splitPairs(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair): [string, string] => {
    const at = pair.indexOf('=');
    if (at <= 0) throw new CliError(`unexpected label spec: ${pair}`);
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });
  return Object.fromEntries(pairs);
}
