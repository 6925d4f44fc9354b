import { formatDuration, parseDuration } from '../../../util/duration.ts';
import type { Flag } from '../../../util/flags.ts';

/** The texts of the command line, by the names of flags. */
type Texts = Readonly<Record<string, string | readonly string[]>>;

/** Values of the flags as /flagz shows them: those in force, whoever set them, in the notation of the API server. */
export function shownValues(flags: readonly Flag[], texts: Texts): ReadonlyMap<string, string> {
  return new Map(flags.map((flag) => [flag.name, shownValue(flag, texts[flag.name] ?? flag.default ?? [])]));
}

function shownValue({ type }: Flag, given: string | readonly string[]): string {
  const all = typeof given === 'string' ? [given] : given;
  const last = all.at(-1);
  switch (type) {
    case 'texts':
    case 'list':
      return `[${all.filter((text) => text !== '').join(',')}]`;
    case 'boolean':
      return last ?? 'false';
    case 'duration':
      return last === undefined ? '0s' : formatDuration(parseDuration(last));
    default:
      return last ?? '';
  }
}
