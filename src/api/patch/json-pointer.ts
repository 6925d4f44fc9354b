import { PatchError } from './patch-error.ts';

/** The steps that lead from the root of a document to a value in it. */
export type Steps = readonly string[];

/**
 * A JSON pointer (RFC 6901) taken apart. Throws PatchError when it is none.
 *
 *     parsePointer('') is []
 *     parsePointer('/metadata/labels/a.b~1c~0d') is ['metadata', 'labels', 'a.b/c~d']
 */
export function parsePointer(pointer: unknown): Steps {
  if (pointer === '') return [];
  if (typeof pointer !== 'string' || pointer[0] !== '/' || /~(?![01])/.test(pointer)) {
    throw new PatchError('Rejected', `${JSON.stringify(pointer) ?? 'nothing'} is no JSON pointer`);
  }
  const steps = pointer.slice(1).split('/');
  return pointer.includes('~')
    ? steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    : steps;
}

/** Whether `inner` lies strictly within what `outer` points to. */
export function leadsInto(outer: Steps, inner: Steps): boolean {
  return outer.length < inner.length && outer.every((step, index) => step === inner[index]);
}

/** The position in an array that a step means; undefined when it is no position (`01`, `-1`, `x`). */
export function indexOf(step: string): number | undefined {
  return /^(?:0|[1-9]\d*)$/.test(step) ? Number(step) : undefined;
}
