import type { ApiObject } from '../../api/meta/metadata.ts';
import { timeNow } from '../../api/values/time.ts';
import type { DefaultPropagation } from '../kind-rules.ts';
import type { StoredResource } from '../resource.ts';
import type { Deletion } from './delete-options.ts';
import { finalizersForDeletion } from './dependents.ts';
import type { SystemMetadata } from './system-metadata.ts';

/** The next step of a deletion. */
export type DeletionStep =
  | { what: 'nothing' }
  /** Write it, marked, and let it be. */
  | { what: 'mark'; object: ApiObject }
  /** Write it, marked, and then remove it. */
  | { what: 'mark and remove'; object: ApiObject }
  | { what: 'remove' };

/** Says what a deletion does to an object, and marks it: held by its kind, with a grace, or by finalizers. */
export class DeletionSteps {
  readonly #metadata: SystemMetadata;

  constructor(metadata: SystemMetadata) {
    this.#metadata = metadata;
  }

  /** Changes the object when it is to be marked. */
  next(resource: StoredResource, object: ApiObject, options: Deletion): DeletionStep {
    const { deletion } = resource.rules;
    if (!options.isOfCollection && deletion?.holds?.(object))
      return this.#markHeld(resource, object, options);
    const grace = this.#applyGrace(resource, object, options);
    if (grace === 'pending') return { what: 'nothing' };
    const before = object.metadata.finalizers ?? [];
    const finalizers = finalizersForDeletion(before, options, propagation(resource, options));
    setFinalizers(object, finalizers);
    if (grace === 'none') {
      if (finalizers.length === 0) return { what: 'remove' };
      this.#markNow(object);
      return { what: 'mark', object };
    }
    if (finalizers.length > 0 || grace > 0) return { what: 'mark', object };
    return { what: 'mark and remove', object };
  }

  /** Something of the kind's own keeps the object: it is marked once, and then waits. */
  #markHeld(resource: StoredResource, object: ApiObject, options: Deletion): DeletionStep {
    const { deletion } = resource.rules;
    if (object.metadata.deletionTimestamp) return { what: 'mark', object };
    object.metadata.deletionTimestamp = this.#metadata.now();
    const finalizers = object.metadata.finalizers ?? [];
    setFinalizers(object, finalizersForDeletion(finalizers, options, propagation(resource, options)));
    deletion?.marked?.(object);
    return { what: 'mark', object };
  }

  /**
   * Graceful deletion: marks the object with the time by which it is to be gone. A repeated deletion can only
   * bring that time nearer. Returns the period in seconds, 'none' when there is no grace to be had.
   */
  #applyGrace({ rules }: StoredResource, object: ApiObject, options: Deletion): number | 'none' | 'pending' {
    const { metadata } = object;
    const wanted =
      options.gracePeriodSeconds === undefined ? undefined : notNegative(options.gracePeriodSeconds);
    if (metadata.deletionTimestamp) {
      const current = Number(metadata.deletionGracePeriodSeconds ?? 0);
      // Marked and never deleted: the replica that marked it may have died before it could.
      if (current === 0) return 'none';
      if (wanted === undefined || wanted >= current) return 'pending';
      const end = Date.parse(metadata.deletionTimestamp) + (wanted - current) * 1000;
      // The start of a grace period that was cut at the largest time is unknown.
      metadata.deletionTimestamp = end > 0 ? timeNow(end) : this.#metadata.now(wanted);
      metadata.deletionGracePeriodSeconds = wanted;
      return wanted;
    }
    if (rules.deletion?.gracePeriodSeconds === undefined) return 'none';
    const period = notNegative(rules.deletion.gracePeriodSeconds(object, wanted));
    metadata.deletionTimestamp = this.#metadata.now(period);
    metadata.deletionGracePeriodSeconds = period;
    countGeneration(object);
    return period;
  }

  /** Marks an object that only its finalizers keep. */
  #markNow(object: ApiObject): void {
    const { metadata } = object;
    const now = this.#metadata.now();
    if (!metadata.deletionTimestamp) countGeneration(object);
    if (!metadata.deletionTimestamp || Date.parse(metadata.deletionTimestamp) > Date.parse(now)) {
      metadata.deletionTimestamp = now;
    }
    metadata.deletionGracePeriodSeconds = 0;
  }
}

/** A negative period is an old way of asking for the shortest. One that no double can hold comes as a bigint. */
const notNegative = (seconds: number | bigint): number =>
  seconds < 0 ? 1 : Math.min(Number(seconds), Number.MAX_SAFE_INTEGER);

function setFinalizers({ metadata }: ApiObject, finalizers: string[]): void {
  if (finalizers.length === 0) delete metadata.finalizers;
  else metadata.finalizers = finalizers;
}

function countGeneration({ metadata }: ApiObject): void {
  const generation = Number(metadata.generation ?? 0);
  if (generation > 0) metadata.generation = generation + 1;
}

const propagation = ({ rules }: StoredResource, { byDefault }: Deletion): DefaultPropagation =>
  byDefault ?? rules.deletion?.defaultPropagation ?? 'background';
