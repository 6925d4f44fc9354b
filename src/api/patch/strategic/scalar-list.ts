import { goValue } from '../../go-format/go-value.ts';
import { PatchError } from '../patch-error.ts';
import { inOrder, ranksOf, requireOrder } from './element-order.ts';

/** The parts of a patch for a list of scalars. Each may be missing. */
export interface ListPatch {
  elements: readonly unknown[] | undefined;
  /** Value of `$setElementOrder`. */
  order: readonly unknown[] | undefined;
  /** Values of `$deleteFromPrimitiveList`. */
  deletions: readonly unknown[] | undefined;
}

/**
 * A list of scalars with those of the patch, each once, and without those that the patch deletes.
 * Throws PatchError when the elements are no scalars, or not in the order that the patch itself asks for.
 */
export function mergeScalars(
  live: readonly unknown[],
  { elements = [], order, deletions = [] }: ListPatch,
): unknown[] {
  requireElements([live, elements], (element) => typeof element !== 'object');
  if (order !== undefined) requireOrder(elements, order, elements, order);
  const gone = new Set(deletions);
  const merged = [...new Set([...live, ...elements])].filter((element) => !gone.has(element));
  return inOrder(merged, (element) => element, ranksOf(order ?? elements), ranksOf(live));
}

/** Lists merge only when all their elements are of one kind, and never when they are lists themselves. */
export function requireElements(
  lists: readonly (readonly unknown[])[],
  isFitting: (element: unknown) => boolean,
): void {
  for (const list of lists) {
    for (const element of list) {
      if (Array.isArray(element)) throw new PatchError('Unsupported', 'lists of lists are not supported');
      if (!isFitting(element)) {
        throw new PatchError('Unmergeable', `list element types are not identical: ${goValue(lists)}`);
      }
    }
  }
}
