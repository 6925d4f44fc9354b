import { type Coordinates, compare, isReferenceTo, isSame, isSameType, within } from './coordinates.ts';
import type { GraphNode } from './graph-node.ts';

/**
 * Dependents of an owner by whether they mean exactly this object: one whose two references to the uid differ is in both
 * lists, and one in another namespace than a namespaced owner cannot mean it.
 */
export function partition(
  dependents: Iterable<GraphNode>,
  owner: Coordinates,
): { matching: GraphNode[]; others: GraphNode[] } {
  const matching: GraphNode[] = [];
  const others: GraphNode[] = [];
  for (const dependent of dependents) {
    if (owner.namespace !== '' && owner.namespace !== dependent.coordinates.namespace) {
      others.push(dependent);
      continue;
    }
    const references = dependent.owners.filter(({ uid }) => uid === owner.uid);
    const exact = references.filter((reference) => isReferenceTo(reference, owner));
    if (exact.length > 0) matching.push(dependent);
    if (exact.length < references.length) others.push(dependent);
  }
  return { matching, others };
}

/**
 * Other coordinates by which dependents call an owner that is not at the given ones: the next in order, so that all of
 * them are looked at in turn.
 */
export function alternative(dependents: Iterable<GraphNode>, absent: Coordinates): Coordinates | undefined {
  const candidates: Coordinates[] = [];
  for (const { owners, coordinates } of dependents) {
    for (const reference of owners) {
      if (reference.uid !== absent.uid) continue;
      // That the type is cluster-scoped is known from the absent one.
      const isClusterScoped = absent.namespace === '' && isSameType(reference.type, absent.type);
      const candidate = within(reference, isClusterScoped ? '' : coordinates.namespace);
      if (!isSame(candidate, absent)) candidates.push(candidate);
    }
  }
  candidates.sort(compare);
  return candidates.find((candidate) => compare(candidate, absent) > 0) ?? candidates[0];
}
