import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

/** Matches in linear time, as Go's regexp: clients choose both the patterns and the texts. */
const compiled = new LRUCache<string, { pattern: RE2JS | undefined }>({ max: 2_000 });

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}

/** Whether a pattern occurs in a text. One that cannot be compiled (it was stored before it was checked) occurs nowhere. */
export function matchesPattern(text: string, pattern: string): boolean {
  let known = compiled.get(pattern);
  if (known === undefined) compiled.set(pattern, (known = { pattern: compile(pattern) }));
  return known.pattern?.matcher(text).find() ?? false;
}
