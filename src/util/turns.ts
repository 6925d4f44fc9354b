import { setImmediate as immediate } from 'node:timers/promises';

/** Bytes of an object beyond which one step of its way takes long enough for others to notice. */
const large = 16 * 1024;

/** … and beyond which nobody shall have to wait for the steps of two such objects. */
const huge = 256 * 1024;

/** Until when the turn of those that work on huge objects is taken. */
let taken: Promise<void> = Promise.resolve();

/** Lets everybody else have their turn between two steps with an object of this size; undefined when it is small. */
export function yieldToEventLoop(bytes = 0): Promise<void> | undefined {
  if (bytes <= large) return undefined;
  if (bytes <= huge) return turn();
  // One after the other: between any two of their steps there is room for all others.
  taken = taken.then(turn);
  return taken;
}

/** The first one comes before sockets are looked at when a socket has brought us here; the second one after. */
async function turn(): Promise<void> {
  await immediate();
  await immediate();
}
