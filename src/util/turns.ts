import { setImmediate as immediate } from 'node:timers/promises';

/** Bytes of an object beyond which one step of its way takes long enough for others to notice. */
const large = 16 * 1024;

/** Lets everybody else have their turn between two steps with an object of this size; undefined when it is small. */
export function turnOfOthers(bytes = 0): Promise<void> | undefined {
  return bytes > large ? turn() : undefined;
}

/** The first one comes before sockets are looked at when a socket has brought us here; the second one after. */
async function turn(): Promise<void> {
  await immediate();
  await immediate();
}
