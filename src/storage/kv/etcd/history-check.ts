import type { IResponseHeader } from 'etcd3';
import { integer } from './messages.ts';

/** The state that was known of the store when a request was sent. */
export interface Asked {
  readonly replacements: number;
  readonly cluster: string;
  /** The answer cannot be from an earlier revision. */
  readonly revision: number;
}

/** In a header that does not say it, as a proxy may send it. */
const unnamed = '0';

/**
 * Whether answers of etcd go on with the history that was read before. They do not when its data were replaced by a
 * snapshot or an older copy: the cluster then has another id, or its revision is lower than one that was seen.
 *
 * Answers may arrive in another order than they were made in, so an answer is compared with what was known when its
 * request was sent: a linearizable read, and a write, is never older than what was acknowledged before it began.
 *
 *     seen: revision 100    asked    95 answered    replaced
 *     seen: revision 100    asked   104 answered   101 answered, asked at the same time    no matter
 *     seen: revision 100    write   answered with 100: not a new revision                  replaced
 */
export class HistoryCheck {
  readonly #onReplaced: (reason: string) => void;
  #cluster = unnamed;
  #revision = 0;
  /** Number of times that another history was found. */
  replacements = 0;

  constructor(onReplaced: (reason: string) => void) {
    this.#onReplaced = onReplaced;
  }

  /** Called before a request is sent. */
  ask(): Asked {
    return { replacements: this.replacements, cluster: this.#cluster, revision: this.#revision };
  }

  /**
   * Looks at the answer to a linearizable request; `isNew`: a write made its revision. False when the answer comes from
   * a store, or may, that was replaced while the request was on its way.
   */
  accept(header: IResponseHeader, asked: Asked, isNew = false): boolean {
    const cluster = clusterOf(header);
    const revision = integer(header.revision);
    const isBack = revision < asked.revision + (isNew ? 1 : 0);
    if (asked.replacements !== this.replacements) {
      const isOfNewStore = cluster === this.#cluster && (isBack || asked.cluster !== cluster);
      if (isOfNewStore) this.saw(revision);
      return isOfNewStore;
    }
    if (!this.#acceptCluster(cluster) && isBack)
      this.replaced(`its revision is ${revision} after ${asked.revision}`);
    this.saw(revision);
    return true;
  }

  /** Looks at the header of a watch, whose revision may be that of a member which lags. */
  acceptCluster(header: IResponseHeader | null): void {
    if (header !== null) this.#acceptCluster(clusterOf(header));
  }

  /** The store has shown this revision. */
  saw(revision: number): void {
    if (revision > this.#revision) this.#revision = revision;
  }

  /** Nothing is known of the store that is there now. */
  replaced(reason: string): void {
    this.replacements++;
    this.#revision = 0;
    this.#onReplaced(`etcd holds another history than before, as after a restore: ${reason}`);
  }

  /** Whether it is another one than before. */
  #acceptCluster(cluster: string): boolean {
    const before = this.#cluster;
    if (cluster === before || cluster === unnamed) return false;
    this.#cluster = cluster;
    if (before === unnamed) return false;
    this.replaced(`its cluster id is ${cluster} after ${before}`);
    return true;
  }
}

/** A number of 64 bits: too large for a number of JavaScript. */
const clusterOf = ({ cluster_id }: IResponseHeader): string => String(cluster_id);
