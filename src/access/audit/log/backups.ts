import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, unlink } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Zero: no limit. */
export interface BackupLimits {
  /** Files. */
  maxBackups: number;
  maxAgeDays: number;
  compress: boolean;
}

const day = 86_400_000;
const compressed = '.gz';

/** The name of a rotated file: `audit.log` → `audit-2026-01-02T03-04-05.678.log`. */
export function backupName(path: string, time: number): string {
  const { start, extension } = partsOf(path);
  const stamp = new Date(time).toISOString().slice(0, -1).replaceAll(':', '-');
  return join(dirname(path), `${start}${stamp}${extension}`);
}

/** Removes what is too old or too many, and compresses the rest where that is wanted. */
export async function tidyBackups(path: string, limits: BackupLimits, now: number): Promise<void> {
  const directory = dirname(path);
  const backups = backupsAmong(await readdir(directory), path);
  const { maxBackups, maxAgeDays, compress } = limits;
  for (const [index, { name, time }] of backups.entries()) {
    const isTooMany = maxBackups > 0 && index >= maxBackups;
    const isTooOld = maxAgeDays > 0 && now - time > maxAgeDays * day;
    const file = join(directory, name);
    if (isTooMany || isTooOld) await unlink(file);
    else if (compress && !name.endsWith(compressed)) await compressFile(file);
  }
}

interface Backup {
  name: string;
  time: number;
}

/** The newest first. Files that only look alike are left alone. */
function backupsAmong(names: readonly string[], path: string): Backup[] {
  const { start, extension } = partsOf(path);
  const backups = names.flatMap((name) => {
    const plain = name.endsWith(compressed) ? name.slice(0, -compressed.length) : name;
    if (!plain.startsWith(start) || !plain.endsWith(extension)) return [];
    const time = timeOf(plain.slice(start.length, plain.length - extension.length));
    return time === undefined ? [] : [{ name, time }];
  });
  return backups.sort((a, b) => b.time - a.time);
}

/** `2026-01-02T03-04-05.678` */
function timeOf(stamp: string): number | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})$/.exec(stamp);
  if (parts === null) return undefined;
  const time = Date.parse(`${parts[1]}T${parts[2]}:${parts[3]}:${parts[4]}Z`);
  return Number.isNaN(time) ? undefined : time;
}

function partsOf(path: string): { start: string; extension: string } {
  const extension = extname(path);
  return { start: `${basename(path, extension)}-`, extension };
}

/** Under another name until it is whole: an end in between leaves the original. */
async function compressFile(file: string): Promise<void> {
  const partial = `${file}${compressed}.partial`;
  await pipeline(createReadStream(file), createGzip(), createWriteStream(partial, { mode: 0o600 }));
  await rename(partial, `${file}${compressed}`);
  await unlink(file);
}
