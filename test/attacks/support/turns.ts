import { openSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a server under attack (`--import turns.ts?file=...`): adds a line to the file for each turn of its event
 * loop that took the main thread a while. CPU time of the thread is what no other process of the machine adds to.
 *
 * A turn ends where immediates run. One that is not referenced runs at the end of every turn as well, and lets the loop
 * sleep when there is nothing to do.
 */

/** A line of the file: when a turn ended, and its CPU time in milliseconds. */
export interface Turn {
  at: number;
  ms: number;
}

/** Milliseconds of CPU below which a turn is not worth a line. */
const notedMs = 10;

const file = new URL(import.meta.url).searchParams.get('file');
if (isMainThread && file !== null) noteTurns(openSync(file, 'a'));

function noteTurns(notes: number): void {
  let before = cpuMs();
  const endTurn = (): void => {
    const ms = cpuMs() - before;
    if (ms >= notedMs) writeSync(notes, `${JSON.stringify({ at: Date.now(), ms } satisfies Turn)}\n`);
    before = cpuMs();
    setImmediate(endTurn).unref();
  };
  setImmediate(endTurn).unref();
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
