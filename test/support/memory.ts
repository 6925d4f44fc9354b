import { readFileSync, writeFileSync } from 'node:fs';

/** Memory of a process that is resident: now, and the most since it began or since `forgetPeak`; MiB. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const inMiB = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)![1]) / 1024;
  return { now: inMiB('VmRSS'), peak: inMiB('VmHWM') };
}

/** The peak begins anew: see proc(5), clear_refs. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');
