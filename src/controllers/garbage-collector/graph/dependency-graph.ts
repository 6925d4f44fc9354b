import { alternative, partition } from './conflicts.ts';
import { type Coordinates, isReferenceTo, isSame, type Reference, within } from './coordinates.ts';
import { GraphNode } from './graph-node.ts';
import type { ObservedObject } from './observed-object.ts';
import { areEqual, referenceChanges } from './reference-changes.ts';

/** Called with what is to be done for a change. Must not throw, nor change the graph. */
export interface GraphListener {
  /** The object, or whether there is one, is to be looked at. */
  toDelete(node: GraphNode): void;
  /** The same, after a while. */
  toDeleteLater(node: GraphNode): void;
  /** The references of its dependents to it are to be taken away, and then its finalizer. */
  toOrphan(node: GraphNode): void;
  /** There is nothing at these coordinates. */
  absent(coordinates: Coordinates): void;
  /** An informer has shown that an owner is gone. */
  shownGone(coordinates: Coordinates): void;
  /** The dependent names an owner that is in another namespace. */
  ownerElsewhere(dependent: GraphNode, reference: Reference): void;
}

/**
 * Which object belongs to which, by uid. An owner that was not seen is in it as a node that is not observed, with the
 * coordinates by which a dependent calls it: they may be wrong, and dependents may call it differently.
 */
export class DependencyGraph {
  readonly #nodes = new Map<string, GraphNode>();
  readonly #listener: GraphListener;

  constructor(listener: GraphListener) {
    this.#listener = listener;
  }

  get(uid: string): GraphNode | undefined {
    return this.#nodes.get(uid);
  }

  get size(): number {
    return this.#nodes.size;
  }

  nodes(): IterableIterator<GraphNode> {
    return this.#nodes.values();
  }

  /** An informer shows the object so. */
  observe(object: ObservedObject): void {
    const known = this.#nodes.get(object.coordinates.uid);
    const node = known ?? new GraphNode(object.coordinates);
    if (known === undefined) this.#nodes.set(node.uid, node);
    else if (!isSame(known.coordinates, object.coordinates)) this.#identify(known, object.coordinates);
    node.isObserved = true;
    this.#setOwners(node, object.owners);
    this.#setDeletion(node, object);
  }

  /** An informer shows that the object is gone. Whether it is, a request says before anything is done about it. */
  remove(uid: string): void {
    const node = this.#nodes.get(uid);
    if (node === undefined) return;
    if (node.dependents.size > 0) this.#listener.shownGone(node.coordinates);
    this.#remove(node);
  }

  /** A request has shown that there is no object with these coordinates. */
  removeAbsent(absent: Coordinates): void {
    const node = this.#nodes.get(absent.uid);
    if (node === undefined) return;
    const isExact = isSame(node.coordinates, absent);
    if (node.isObserved && !isExact)
      return void this.#disown(partition(node.dependents, absent).matching, absent);
    const { matching, others } = partition(node.dependents, absent);
    if (node.isObserved || others.length === 0) {
      if (node.dependents.size > 0) this.#listener.absent(absent);
      return this.#remove(node);
    }
    // Some call it by other coordinates, at which it may be.
    this.#disown(matching, absent);
    const next = isExact ? alternative(others, absent) : undefined;
    if (next === undefined) return;
    node.coordinates = next;
    this.#listener.toDeleteLater(node);
  }

  /** No informer shows the object any more, which says nothing about the object. */
  forget(uid: string): void {
    const node = this.#nodes.get(uid);
    if (node === undefined) return;
    this.#setOwners(node, []);
    Object.assign(node, { isObserved: false, isBeingDeleted: false });
    Object.assign(node, { isDeletingDependents: false, isOrphaning: false });
    if (node.dependents.size === 0) this.#nodes.delete(uid);
  }

  #disown(dependents: readonly GraphNode[], absent: Coordinates): void {
    if (dependents.length === 0) return;
    this.#listener.absent(absent);
    for (const dependent of dependents) this.#listener.toDelete(dependent);
  }

  #remove(node: GraphNode): void {
    this.#nodes.delete(node.uid);
    for (const { uid } of node.owners) this.#nodes.get(uid)?.removeDependent(node);
    for (const dependent of node.dependents) this.#listener.toDelete(dependent);
    for (const { uid } of node.owners) {
      const owner = this.#nodes.get(uid);
      if (owner === undefined) continue;
      if (owner.isDeletingDependents) this.#listener.toDelete(owner);
      this.#dropUnreferenced(owner);
    }
  }

  /** The node takes the coordinates of the object; dependents that call it differently may mean nothing. */
  #identify(node: GraphNode, seen: Coordinates): void {
    for (const dependent of partition(node.dependents, seen).others) {
      if (seen.namespace !== '' && dependent.coordinates.namespace !== seen.namespace)
        this.#reportElsewhere(dependent, seen.uid);
      this.#listener.toDelete(dependent);
    }
    node.coordinates = seen;
  }

  #setOwners(node: GraphNode, owners: readonly Reference[]): void {
    if (areEqual(node.owners, owners)) return;
    const { added, removed, unblocked } = referenceChanges(node.owners, owners);
    node.owners = owners;
    for (const { uid } of unblocked) {
      const owner = this.#nodes.get(uid);
      if (owner !== undefined) this.#listener.toDelete(owner);
    }
    this.#addToOwners(node, added);
    for (const { uid } of removed) {
      const owner = this.#nodes.get(uid);
      owner?.removeDependent(node);
      if (owner !== undefined) this.#dropUnreferenced(owner);
    }
  }

  #addToOwners(node: GraphNode, references: readonly Reference[]): void {
    let isDoubtful = false;
    for (const reference of references) {
      let owner = this.#nodes.get(reference.uid);
      if (owner === undefined) {
        owner = new GraphNode(within(reference, node.coordinates.namespace));
        this.#nodes.set(owner.uid, owner);
        this.#listener.toDelete(owner);
      } else if (!isDoubtful) isDoubtful = this.#isDoubtful(node, reference, owner);
      owner.addDependent(node);
    }
    if (isDoubtful) this.#listener.toDelete(node);
  }

  /** Whether the reference may mean something else than the owner, which would be nothing. */
  #isDoubtful(node: GraphNode, reference: Reference, owner: GraphNode): boolean {
    const { namespace } = owner.coordinates;
    if (namespace !== node.coordinates.namespace && (namespace !== '' || !owner.isObserved)) {
      if (namespace !== '' && owner.isObserved) this.#listener.ownerElsewhere(node, reference);
      return true;
    }
    return !isReferenceTo(reference, owner.coordinates);
  }

  #reportElsewhere(dependent: GraphNode, uid: string): void {
    const reference = dependent.owners.find((owner) => owner.uid === uid);
    if (reference !== undefined) this.#listener.ownerElsewhere(dependent, reference);
  }

  #setDeletion(node: GraphNode, now: ObservedObject): void {
    const wasOrphaning = node.isOrphaning;
    const wasDeletingDependents = node.isDeletingDependents;
    const { isBeingDeleted, isOrphaning, isDeletingDependents } = now;
    Object.assign(node, { isBeingDeleted, isOrphaning, isDeletingDependents });
    if (isOrphaning && !wasOrphaning) return this.#listener.toOrphan(node);
    if (!isDeletingDependents || wasDeletingDependents) return;
    for (const dependent of node.dependents) this.#listener.toDelete(dependent);
    this.#listener.toDelete(node);
  }

  /** A virtual node leaves the graph with the last reference to it. */
  #dropUnreferenced(owner: GraphNode): void {
    if (!owner.isObserved && owner.dependents.size === 0) this.#nodes.delete(owner.uid);
  }
}
