import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const program = '/usr/bin/taskset';

/** Cores of the machine, in two halves: for what makes the load and keeps the store, and for the servers. */
export interface Halves {
  readonly load: string;
  readonly servers: string;
}

/** Undefined where processes cannot be pinned, or there is one core only. */
export function halves(cores = availableParallelism()): Halves | undefined {
  if (cores < 2 || !existsSync(program)) return undefined;
  const middle = Math.floor(cores / 2);
  return { load: `0-${middle - 1}`, servers: `${middle}-${cores - 1}` };
}

/** Keeps processes, with all their threads and what they start from now on, to these cores. */
export function pin(pids: readonly number[], cores: string): void {
  for (const pid of pids)
    execFileSync(program, ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)], { stdio: 'ignore' });
}
