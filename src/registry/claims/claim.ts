import type { ObjectMeta } from '../../api/meta/metadata.ts';
import type { KeyValue } from '../../storage/kv.ts';

/*
 * Each thing that can be claimed is one key: `<prefix>/internal/claims/node-ports/30080`. Creating the key is the
 * claim, and the store lets only one of many do that, whichever server they use. There is no common object that all
 * would have to write, so claims of different things never wait for each other, and the store's own compare-and-swap
 * is all the locking there is.
 *
 * The value says whose it is. A claim is freed by its revision: one that was renewed since is not freed.
 */

/** Things of one sort, of which one can be picked. */
export interface Pool {
  readonly name: string;
  readonly size: number;
  /** The name of one of them; index from 0 up to, not including, the size. */
  item(index: number): string;
}

/** One thing of one pool. */
export interface Item {
  pool: string;
  item: string;
}

/** As a claim names it. The name is for people, and missing while it is not generated. */
export interface Owner {
  uid: string;
  namespace?: string;
  name?: string;
}

export interface Claim {
  key: string;
  owner: Owner;
  modRevision: number;
}

export function ownerOf({ uid = '', namespace, name }: ObjectMeta): Owner {
  return { uid, ...(namespace ? { namespace } : {}), ...(name ? { name } : {}) };
}

/** An unreadable claim has no owner. */
export function readClaim({ key, value, modRevision }: KeyValue): Claim {
  try {
    return { key, modRevision, owner: { uid: '', ...JSON.parse(value.toString()) } };
  } catch {
    return { key, modRevision, owner: { uid: '' } };
  }
}

export const writeClaim = (owner: Owner): Buffer => Buffer.from(JSON.stringify(owner));
