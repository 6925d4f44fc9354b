import { foregroundFinalizer, orphanFinalizer } from '../../api/meta/finalizers.ts';
import type { ObjectMeta } from '../../api/meta/metadata.ts';
import type { Coordinates } from './graph/coordinates.ts';
import type { GraphNode } from './graph/graph-node.ts';
import { hasFinalizer, referencesOf } from './graph/observed-object.ts';
import type { LiveObjects } from './live-objects.ts';
import { type OwnerSources, type OwnerStates, ownerStates } from './owner-states.ts';
import { unblocking, withoutOwners } from './patches.ts';

export interface CollectorDependencies extends OwnerSources {
  live: Pick<LiveObjects, 'delete' | 'metadata' | 'patch' | 'removeFinalizer'>;
  /** There is no such object: the graph is to follow. */
  absentItem(object: Coordinates): void;
  /** It is to be looked at, too. */
  toDelete(node: GraphNode): void;
}

/**
 * Looks at one object: whether it is there, and whether one of its owners is. Every deletion is decided by what the
 * server answers now; the graph says only what to ask about.
 */
export class ItemCollector {
  readonly #dependencies: CollectorDependencies;

  constructor(dependencies: CollectorDependencies) {
    this.#dependencies = dependencies;
  }

  /** Rejects when it is to be tried again. */
  async collect(node: GraphNode): Promise<void> {
    // An object that is being deleted needs nothing, unless it waits for its dependents.
    if (node.isBeingDeleted && !node.isDeletingDependents) return;
    const { coordinates } = node;
    const latest = await this.#dependencies.live.metadata(coordinates);
    if (latest === undefined) return this.#dependencies.absentItem(coordinates);
    if (node.isDeletingDependents) return this.#finishForeground(node);
    const references = referencesOf(latest);
    if (references.length < (latest.ownerReferences?.length ?? 0))
      throw new Error('one of its owner references cannot be followed');
    if (references.length === 0) return;
    await this.#decide(node, latest, await ownerStates(this.#dependencies, coordinates, references));
  }

  async #decide(node: GraphNode, latest: ObjectMeta, states: OwnerStates): Promise<void> {
    const { solid, dangling, waiting } = states;
    const { live } = this.#dependencies;
    const { coordinates } = node;
    if (solid.length > 0) {
      // An owner that waits for its dependents would wait for ever for one that stays.
      const gone = [...dangling, ...waiting].map(({ uid }) => uid);
      if (gone.length > 0) await live.patch(coordinates, withoutOwners(coordinates, gone));
    } else if (waiting.length > 0 && node.dependents.size > 0) {
      // In a circle, each would wait for the other.
      if ([...node.dependents].some((dependent) => dependent.isDeletingDependents))
        await live.patch(coordinates, unblocking(coordinates, node.owners));
      await live.delete(coordinates, 'Foreground');
    } else await live.delete(coordinates, policyOf(latest));
  }

  /** Its dependents that hold it are deleted first. */
  async #finishForeground(node: GraphNode): Promise<void> {
    const blocking = node.blockingDependents();
    if (blocking.length === 0)
      return this.#dependencies.live.removeFinalizer(node.coordinates, foregroundFinalizer);
    for (const dependent of blocking)
      if (!dependent.isDeletingDependents) this.#dependencies.toDelete(dependent);
  }
}

/** A finalizer that is there already says what is to become of the dependents. */
function policyOf(latest: ObjectMeta): 'Background' | 'Foreground' | 'Orphan' {
  if (hasFinalizer(latest, orphanFinalizer)) return 'Orphan';
  return hasFinalizer(latest, foregroundFinalizer) ? 'Foreground' : 'Background';
}
