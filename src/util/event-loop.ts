import { setImmediate as immediate } from 'node:timers/promises';

/** The last of those that wait. The event loop belongs to the process, and so does its queue. */
let last: Promise<void> = Promise.resolve();

/**
 * Lets everything else have its turn, and then the callers of this function one after the other, one in each
 * iteration of the event loop: however many of them work in slices of some milliseconds, between any two slices
 * sockets are read and answers go out.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => immediate());
  return last;
}
