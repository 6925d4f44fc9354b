import type { DefaultPropagation, DeleteOptions } from './delete-options.ts';

/** The collector of garbage lets the dependents of an object with this finalizer be. */
const orphan = 'orphan';
/** The collector of garbage removes the dependents first. */
const foreground = 'foregroundDeletion';

/**
 * The finalizers of an object whose deletion begins: what the client wants done with dependents is recorded as
 * one of two finalizers, or none. Without a word from the client, a finalizer that is there decides, and then
 * the default of the kind.
 */
export function finalizersForDeletion(
  finalizers: readonly string[],
  { orphanDependents, propagationPolicy }: DeleteOptions,
  defaultPropagation: DefaultPropagation,
): string[] {
  if (defaultPropagation === 'none') return [...finalizers];
  const wanted =
    explicitly(orphanDependents, propagationPolicy) ?? present(finalizers) ?? byDefault(defaultPropagation);
  const others = finalizers.filter((finalizer) => finalizer !== orphan && finalizer !== foreground);
  if (wanted === '') return others;
  return finalizers.includes(wanted) && others.length === finalizers.length - 1
    ? [...finalizers]
    : [...others, wanted];
}

/** "" means neither. */
function explicitly(orphanDependents: boolean | undefined, policy: string | undefined): string | undefined {
  if (orphanDependents !== undefined) return orphanDependents ? orphan : '';
  if (policy === undefined) return undefined;
  return { Orphan: orphan, Foreground: foreground }[policy] ?? '';
}

function present(finalizers: readonly string[]): string | undefined {
  return finalizers.find((finalizer) => finalizer === orphan || finalizer === foreground);
}

const byDefault = (propagation: DefaultPropagation): string => (propagation === 'orphan' ? orphan : '');
