import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** A command-line client that is measured. */
export interface Client {
  name: string;
  command: readonly string[];
}

/** One run of a client, as someone sees it who starts it. */
export interface ClientRun {
  /** Milliseconds from the start to the end of the process. */
  whole: number;
  /** Milliseconds from the start to the first bytes that it prints; NaN if it prints nothing. */
  first: number;
  /** Lines that it printed. */
  lines: number;
  /** Megabytes that were resident at most, as long as it printed. */
  peak: number;
}

/** Rejects when the client fails. */
export async function runClient(
  { name, command }: Client,
  words: readonly string[],
  env: Record<string, string>,
): Promise<ClientRun> {
  const [file = '', ...before] = command;
  const began = performance.now();
  const child = spawn(file, [...before, ...words], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let [first, lines, peak] = [Number.NaN, 0, 0];
  child.stdout.on('data', (bytes: Buffer) => {
    if (Number.isNaN(first)) first = performance.now() - began;
    for (const byte of bytes) if (byte === 10) lines++;
    peak = Math.max(peak, peakOf(child.pid!));
  });
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`${name} ${words.join(' ')} ended with ${code}`);
  return { whole: performance.now() - began, first, lines, peak };
}

/** 0 for a process that has ended meanwhile. */
function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}
