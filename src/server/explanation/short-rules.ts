import type { Grounds, NearRule, Permission } from '../../api/request/decisions.ts';
import { truncate } from '../../util/truncate.ts';

/** A rule may have a million words. So many of each list are shown, and so many characters of each. */
const maxWords = 20;
const maxWordLength = 256;

/** Grounds whose rules are short enough to be shown. */
export function shortWords({ allowedBy, nearest, ...grounds }: Grounds): Grounds {
  return {
    ...grounds,
    ...(allowedBy === undefined ? {} : { allowedBy: shortRule(allowedBy) }),
    ...(nearest === undefined ? {} : { nearest: nearest.map((near): NearRule => shortRule(near)) }),
  };
}

function shortRule<P extends Permission>(permission: P): P {
  const { rule } = permission;
  if (rule === undefined) return permission;
  const lists = Object.entries(rule).map(([field, words]) => [field, shortList(words)]);
  return { ...permission, rule: Object.fromEntries(lists) };
}

function shortList(words: unknown): unknown {
  if (!Array.isArray(words)) return words;
  const shown = words.slice(0, maxWords).map((word) => truncate(String(word), maxWordLength));
  return words.length > maxWords ? [...shown, `... and ${words.length - maxWords} more`] : shown;
}
