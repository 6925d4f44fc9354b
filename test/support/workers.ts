import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { TestServer } from './server.ts';

/** Process ids of the workers of a server, the oldest first. */
export function workersOf({ process: { pid } }: TestServer): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number).filter(isAlive);
}

/** False for one that has ended, even if its parent has not heard of it. */
export function isAlive(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

/** Open connections of a process on a port of its own. */
export function connectionsOf(pid: number, port: number): number {
  const here = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return [/^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1]];
      } catch {
        return [];
      }
    }),
  );
  const established = '01';
  const local = port.toString(16).toUpperCase().padStart(4, '0');
  return readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, address, , state, , , , , , inode]) => {
      return address?.endsWith(`:${local}`) && state === established && here.has(inode);
    }).length;
}

/** Bytes in memory. */
export function residentBytes(pid: number): number {
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
}
