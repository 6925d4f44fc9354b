import { CallError } from '../calls/call-error.ts';
import { surroundings } from './surroundings.ts';

/** Milliseconds between lists of what cannot be watched. */
const period = 10_000;

/** Takes the place of the watch of a type that has none, as componentstatuses: ends so that the list is read anew. */
export async function untilNextList(signal: AbortSignal): Promise<void> {
  await surroundings.pause(period, signal);
  throw new CallError('It cannot be watched.', 410);
}
