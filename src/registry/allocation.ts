import type { ApiObject } from '../api/meta/metadata.ts';
import { isStatus } from './storage-errors.ts';

/**
 * Allocates values that only one object can have at a time: addresses, ports. Runs when an object is prepared, before it
 * is validated, and fills in the values that the object needs and does not name.
 *
 * Each value is claimed in the store before the object is written there, so that of two objects that want the same
 * value one is refused, whichever servers they came through. A claim whose object was never written is a leak that the
 * repair loop frees later; an object without a claim would be an address given twice.
 */
export interface Allocator {
  /** Its metadata.uid is set, its name may still be generated. Rejects with nothing claimed. */
  onCreate(object: ApiObject, dryRun: boolean): Promise<Allocation>;
  /** An update of the main resource: what the old one has is kept, or given up once the new one is written. */
  onUpdate(object: ApiObject, old: ApiObject, dryRun: boolean): Promise<Allocation>;
}

/** The values allocated to an object before its write. One of `commit` and `rollback` has to follow. */
export interface Allocation {
  /** Called right before the write. Throws StatusError when claims got so old that they may have been freed. */
  ensureHeld(): void;
  /** The object is written: what it no longer has is free. Never rejects. */
  commit(): Promise<void>;
  /** The object certainly is not written: what it was given is free again. Never rejects. */
  rollback(): Promise<void>;
}

/** Does the write that something was allocated for. `isWritten`: whether its outcome is that the object stands. */
export async function withAllocation<T>(
  allocation: Allocation | undefined,
  write: () => Promise<T>,
  isWritten: (outcome: T) => boolean,
): Promise<T> {
  if (allocation === undefined) return write();
  try {
    const outcome = await write();
    await (isWritten(outcome) ? allocation.commit() : allocation.rollback());
    return outcome;
  } catch (error) {
    // After an unanswered write the object may exist, so its values stay claimed until the repair.
    if (!isStatus(error, 504)) await allocation.rollback();
    throw error;
  }
}
