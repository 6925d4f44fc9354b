import { PatchError } from './patch-error.ts';

/** The steps that lead from the root of a document to a value in it. */
export type Steps = readonly string[];

/**
 * A JSON pointer (RFC 6901) taken apart, with the patience that clients are used to: what stands before the first
 * slash does not count, and a tilde that escapes nothing is one. Throws PatchError when there is no slash at all.
 *
 *     parsePointer('') is []
 *     parsePointer('/metadata/labels/a.b~1c~0d') is ['metadata', 'labels', 'a.b/c~d']
 */
export function parsePointer(pointer: unknown): Steps {
  if (pointer === '') return [];
  if (typeof pointer !== 'string' || !pointer.includes('/')) {
    throw new PatchError('Rejected', `${JSON.stringify(pointer) ?? 'nothing'} is no JSON pointer`);
  }
  const steps = pointer.slice(pointer.indexOf('/') + 1).split('/');
  return pointer.includes('~')
    ? steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    : steps;
}

/**
 * The position that a step means in a list of so many places: `2`, `02`, `+2`, or from the end, `-1` for the last.
 * Undefined when it is none of them.
 */
export function indexOf(step: string, places: number): number | undefined {
  if (!/^[+-]?\d+$/.test(step)) return undefined;
  const index = Number(step);
  const position = index < 0 ? index + places : index;
  return position >= 0 && position < places ? position : undefined;
}
