import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { hierarchies } from './parts.ts';

/** What there is of a cluster whose files were in this folder: files, mounts, control groups and processes. */
export function leftovers(folder: string): string[] {
  const name = basename(folder);
  const groups = hierarchies().map(({ path }) => `${path}/${name}`);
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  return [
    ...[folder, ...groups].filter((path) => existsSync(path)),
    ...mounts.filter((line) => line.includes(name)),
    ...readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid && commandOf(pid).includes(name))
      .map((pid) => `process ${pid}: ${commandOf(pid)}`),
  ];
}

/** Empty for a process that has ended meanwhile. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
