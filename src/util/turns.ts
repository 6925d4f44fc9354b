import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bytes of an object beyond which one step of its way takes long enough for others to notice. */
const large = 16 * 1024;

/** Lets everybody else have their turn between two steps with an object of this size; undefined when it is small. */
export function turnOfOthers(bytes = 0): Promise<void> | undefined {
  return bytes > large ? nextTurn() : undefined;
}
