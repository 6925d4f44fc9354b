import { foregroundFinalizer, orphanFinalizer } from '../../api/meta/finalizers.ts';
import type { DefaultPropagation } from '../kind-rules.ts';
import type { DeleteOptions } from './delete-options.ts';

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
  const others = finalizers.filter(
    (finalizer) => finalizer !== orphanFinalizer && finalizer !== foregroundFinalizer,
  );
  if (wanted === '') return others;
  return finalizers.includes(wanted) && others.length === finalizers.length - 1
    ? [...finalizers]
    : [...others, wanted];
}

/** "" means neither. */
function explicitly(orphanDependents: boolean | undefined, policy: string | undefined): string | undefined {
  if (orphanDependents !== undefined) return orphanDependents ? orphanFinalizer : '';
  if (policy === undefined) return undefined;
  return { Orphan: orphanFinalizer, Foreground: foregroundFinalizer }[policy] ?? '';
}

function present(finalizers: readonly string[]): string | undefined {
  return finalizers.find((finalizer) => finalizer === orphanFinalizer || finalizer === foregroundFinalizer);
}

const byDefault = (propagation: DefaultPropagation): string =>
  propagation === 'orphan' ? orphanFinalizer : '';
