import {
  entityTooLarge,
  expired,
  type GroupResource,
  internalError,
  resourceVersionTooLarge,
  StatusError,
  serverTimeout,
  timeout,
  tooManyRequests,
} from '../api/meta/status.ts';
import { KvError } from '../storage/kv.ts';

/**
 * The Status for an error of the store. It has a Retry-After only if certainly nothing was written: clients repeat such
 * a request whatever its verb.
 */
export function storageError(error: unknown, resource: GroupResource, operation: string): unknown {
  if (!(error instanceof KvError)) return error;
  const status = statusOf(error, resource, operation);
  status.cause = error;
  return status;
}

/** Whether the store ended the request, not a rule about the object: its write may have been carried out. */
export const isStorageError = (error: unknown): boolean =>
  error instanceof StatusError && error.cause instanceof KvError;

function statusOf(error: KvError, resource: GroupResource, operation: string): StatusError {
  switch (error.code) {
    case 'Unavailable':
    case 'Closed':
      return serverTimeout(resource, operation, 2);
    case 'Unknown':
      return timeout('the store did not answer in time, the outcome is unknown');
    // No Retry-After: a retry would be refused as well until objects are deleted.
    case 'Full':
      return internalError(error.message);
    case 'TooLarge':
      return entityTooLarge(error.message);
    case 'Expired':
      return expired('The provided resource version is too old.');
    default:
      return internalError(error.message);
  }
}

/**
 * The revision that the caches did not show in time, where that is what an error says: the store can be asked in place of
 * them. `whileLoading`: also when they are being loaded anew.
 */
export function revisionNotShown(error: unknown, whileLoading = false): number | undefined {
  if (!(error instanceof KvError)) return undefined;
  const isIt = error.code === 'FutureRevision' || (whileLoading && error.code === 'Unavailable');
  return isIt ? error.awaitedRevision : undefined;
}

/** Waiting for a revision took too long: for one that was asked for, or the store's newest. */
export function tooLargeResourceVersion(error: unknown, current: number): unknown {
  if (!(error instanceof KvError)) return error;
  if (error.code === 'FutureRevision')
    return resourceVersionTooLarge(error.awaitedRevision ?? current, current, 1);
  if (error.code === 'Unavailable') return tooManyRequests('storage is (re)initializing', 1);
  return error;
}

export const isStatus = (error: unknown, code: number): boolean =>
  error instanceof StatusError && error.code === code;
