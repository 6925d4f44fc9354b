import { readFileSync } from 'node:fs';

/** Ticks a second of /proc/<pid>/stat: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

export interface Memory {
  /** Megabytes in memory, pages of mapped files among them. */
  readonly resident: number;
  /** Megabytes that are the process's own: heap, buffers, stacks. */
  readonly own: number;
}

/** Reads what a process and its children use, all their threads together. */
export class ProcessMeter {
  readonly #pid: number;

  constructor(pid: number) {
    this.#pid = pid;
  }

  /** Milliseconds of CPU, user and system, since the process began; in steps of 10. */
  cpu(): number {
    return this.#sum(cpuOf);
  }

  memory(): Memory {
    return {
      resident: this.#sum((pid) => megabytesOf(pid, 'VmRSS')),
      own: this.#sum((pid) => megabytesOf(pid, 'RssAnon')),
    };
  }

  /** Of the process and its children. */
  get pids(): number[] {
    const children = readFileSync(`/proc/${this.#pid}/task/${this.#pid}/children`, 'latin1').split(' ');
    return [this.#pid, ...children.map(Number).filter((pid) => pid > 0)];
  }

  #sum(of: (pid: number) => number): number {
    return this.pids.reduce((sum, pid) => sum + of(pid), 0);
  }
}

function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The second field is the command's name in parentheses and may hold spaces; utime and stime are 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

function megabytesOf(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  const found = new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(status);
  return Number(found?.[1] ?? Number.NaN) / 1024;
}
