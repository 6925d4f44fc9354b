import type { ApiObject, ObjectMeta } from '../../api/meta/metadata.ts';
import { timeNow } from '../../api/values/time.ts';
import type { Clock } from '../../util/clock.ts';
import { generatedName, type Random } from '../../util/random.ts';

/** Sets the metadata that only the server may set. */
export class SystemMetadata {
  readonly #clock: Clock;
  readonly #random: Random;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Sets the metadata of a new object. Its generated name comes from `generateName`. */
  fillForCreate({ metadata }: ApiObject, tracksGeneration: boolean): void {
    metadata.uid = this.#random.uuid();
    metadata.creationTimestamp = this.now();
    delete metadata.selfLink;
    delete metadata.deletionTimestamp;
    delete metadata.deletionGracePeriodSeconds;
    delete metadata.clusterName;
    delete metadata.resourceVersion;
    if (tracksGeneration) metadata.generation = 1;
  }

  /** An update cannot take back what was decided before it. */
  fillForUpdate(metadata: ObjectMeta, old: ObjectMeta): void {
    if (old.generation === undefined) delete metadata.generation;
    else metadata.generation = old.generation;
    if (metadata.uid === undefined && old.uid !== undefined) metadata.uid = old.uid;
    metadata.creationTimestamp = old.creationTimestamp ?? null;
    if (old.deletionTimestamp) metadata.deletionTimestamp = old.deletionTimestamp;
    if (old.deletionGracePeriodSeconds !== undefined && metadata.deletionGracePeriodSeconds === undefined) {
      metadata.deletionGracePeriodSeconds = old.deletionGracePeriodSeconds;
    }
    delete metadata.selfLink;
    delete metadata.clusterName;
  }

  /** A probably unused name: the prefix, cut to 58 characters, and five random ones that spell no words. */
  generateName(prefix: string): string {
    return generatedName(prefix, this.#random);
  }

  /** The present moment as metadata has it, or one so many seconds later. */
  now(offsetSeconds = 0): string {
    const moment = Math.min(this.#clock.now() + offsetSeconds * 1000, lastMoment);
    return timeNow(moment);
  }
}

/** Years have four digits. */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59);
