import type { Coordinates, Reference } from './coordinates.ts';

const none: ReadonlySet<GraphNode> = new Set();

/** An object as the graph knows it: what it is, and what it belongs to; nothing else of it is kept. */
export class GraphNode {
  coordinates: Coordinates;
  owners: readonly Reference[] = [];
  /** Known from an informer; the others only from references to them. */
  isObserved = false;
  isBeingDeleted = false;
  /** It is being deleted in the foreground: its dependents go first. */
  isDeletingDependents = false;
  /** It is being deleted, and its dependents are to stay. */
  isOrphaning = false;
  #dependents: Set<GraphNode> | undefined;

  constructor(coordinates: Coordinates) {
    this.coordinates = coordinates;
  }

  get uid(): string {
    return this.coordinates.uid;
  }

  get dependents(): ReadonlySet<GraphNode> {
    return this.#dependents ?? none;
  }

  addDependent(node: GraphNode): void {
    this.#dependents ??= new Set();
    this.#dependents.add(node);
  }

  removeDependent(node: GraphNode): void {
    this.#dependents?.delete(node);
    // Most objects have no dependents: an empty set each would be most of the memory.
    if (this.#dependents?.size === 0) this.#dependents = undefined;
  }

  /** Dependents that hold it while it is deleted in the foreground. */
  blockingDependents(): GraphNode[] {
    return [...this.dependents].filter(({ owners }) =>
      owners.some(({ uid, isBlocking }) => isBlocking && uid === this.uid),
    );
  }
}
