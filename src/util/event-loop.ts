import { setImmediate as immediate } from 'node:timers/promises';

/** Milliseconds of work in one iteration of the event loop after which `turnWhenDue` waits. */
const maxSlice = 4;

/** The last of those that wait. The event loop belongs to the process, and so do its queue and its slices. */
let last: Promise<void> = Promise.resolve();
let sliceStart = performance.now();

/**
 * Lets everything else have its turn, and then the callers of this function one after the other, one in each
 * iteration of the event loop: however many of them work in slices of some milliseconds, between any two slices
 * sockets are read and answers go out.
 */
export function ownTurn(): Promise<void> {
  last = last.then(nextSlice);
  return last;
}

/** Undefined while the callers of both functions have worked for less than 4 ms since the last turn began. */
export function turnWhenDue(): Promise<void> | undefined {
  return performance.now() - sliceStart < maxSlice ? undefined : ownTurn();
}

async function nextSlice(): Promise<void> {
  await immediate();
  sliceStart = performance.now();
}
