import { equalValues, isMap, type JsonMap, ownValue } from '../json/json-values.ts';

/** An operation of a JSON patch that a comparison finds. */
export type DiffOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

/**
 * Operations that turn one value into the other, found in one walk over both: not always the fewest. Of two lists the
 * beginning and the end that are equal are left alone.
 *
 *     jsonDiff({ a: [1, 2, 4] }, { a: [1, 2, 3, 4] }) yields { op: 'add', path: '/a/2', value: 3 }
 */
export function* jsonDiff(before: unknown, after: unknown, path = ''): Generator<DiffOperation> {
  if (equalValues(before, after)) return;
  if (isMap(before) && isMap(after)) yield* mapDiff(before, after, path);
  else if (Array.isArray(before) && Array.isArray(after)) yield* listDiff(before, after, path);
  else yield { op: 'replace', path, value: after };
}

function* mapDiff(before: JsonMap, after: JsonMap, path: string): Generator<DiffOperation> {
  for (const key of Object.keys(before)) {
    if (before[key] === undefined || ownValue(after, key) !== undefined) continue;
    yield { op: 'remove', path: below(path, key) };
  }
  for (const [key, value] of Object.entries(after)) {
    if (value === undefined) continue;
    const old = ownValue(before, key);
    if (old === undefined) yield { op: 'add', path: below(path, key), value };
    else yield* jsonDiff(old, value, below(path, key));
  }
}

function* listDiff(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
): Generator<DiffOperation> {
  const shorter = Math.min(before.length, after.length);
  let begin = 0;
  while (begin < shorter && equalValues(before[begin], after[begin])) begin++;
  let end = 0;
  while (end < shorter - begin && equalValues(before.at(-1 - end), after.at(-1 - end))) end++;
  const both = shorter - begin - end;
  for (let at = begin; at < begin + both; at++) yield* jsonDiff(before[at], after[at], `${path}/${at}`);
  const from = begin + both;
  for (let at = before.length - end - 1; at >= from; at--) yield { op: 'remove', path: `${path}/${at}` };
  for (let at = from; at < after.length - end; at++)
    yield { op: 'add', path: `${path}/${at}`, value: after[at] };
}

const below = (path: string, key: string): string =>
  `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
