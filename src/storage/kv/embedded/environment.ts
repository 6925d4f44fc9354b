import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Database as LmdbDatabase,
  open,
  type RootDatabase,
  type RootDatabaseOptionsWithPath,
} from 'lmdb';
import { KvError } from '../../kv.ts';
import { checkDataFile, dataFile } from './data-file.ts';
import { readLogEntry, readVersion, storeFormat } from './layout.ts';

/** Keys are strings of single-byte characters, as `layout.ts` makes them. */
export type Table = LmdbDatabase<Buffer, string>;

/** The open data file: LMDB's environment and our tables in it. */
export interface Environment {
  root: RootDatabase<Buffer, string>;
  versions: Table;
  log: Table;
  leases: Table;
  attachments: Table;
  meta: Table;
}

/** All keys of a table. */
export const allKeys = { start: '\x00', end: '\xff\xff' };

/** Characters go in and come out as bytes, without a buffer in between. */
const keyEncoder = {
  writeKey: (key: string, target: Buffer, at: number): number => at + target.write(key, at, 'latin1'),
  readKey: (source: Buffer, start: number, end: number): string => source.toString('latin1', start, end),
};

/**
 * With 8 KiB a compressed object of usual size lies within a leaf page; with 4 KiB it took an overflow page of
 * its own (measured, 60,000 objects of 4.9 KB: 132 MB against 220 MB; 481 MB without compression).
 */
const pageSize = 8192;

/**
 * LZ4, on the library's own threads, from 1 KB on: 15 to 20 µs of CPU a write for a file, and so a share of the
 * process's resident memory, of less than a third the size. The library's default dictionary is left out: loading
 * it costs as much again for every value. A change of the dictionary makes all existing files unreadable.
 */
const compression = { threshold: 1024, dictionary: Buffer.alloc(8) };

/**
 * Opens the data file of a directory, and makes it when there is none. Rejects with Corrupt when it is damaged or
 * not ours. `mapSize`: address space to reserve, in bytes; it grows by itself when the file does.
 */
export async function openEnvironment(directory: string, mapSize: number): Promise<Environment> {
  let found = checkDataFile(directory);
  if (found === 'absent') {
    await createDataFile(directory);
    found = 'whole';
  }
  const root = openRoot(directory, mapSize);
  try {
    const environment = openTables(root, false);
    if (found === 'short') readEverything(environment);
    return environment;
  } catch (error) {
    await root.close();
    throw error;
  }
}

/** The file gets its name when it is complete, so that a file that is empty or half made is never ours. */
async function createDataFile(directory: string): Promise<void> {
  const workshop = join(directory, 'new');
  rmSync(workshop, { recursive: true, force: true });
  mkdirSync(workshop);
  const root = openRoot(workshop, 0);
  const { meta } = openTables(root, true);
  meta.putSync('format', Buffer.from(storeFormat));
  await root.close();
  renameSync(join(workshop, dataFile), join(directory, dataFile));
  rmSync(workshop, { recursive: true });
  // A file is only safe when its name is.
  const handle = openSync(directory, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function openRoot(directory: string, mapSize: number): RootDatabase<Buffer, string> {
  const options: RootDatabaseOptionsWithPath & { permissionsMode: number } = {
    path: directory,
    // It may hold secrets.
    permissionsMode: 0o600,
    ...(mapSize > 0 && { mapSize }),
    pageSize: pageSize,
    // A commit is then one plain LMDB commit: its promise means that the data is on the disk. With the
    // overlapping kind it means only that readers see it, and no caller learns of a failed flush.
    overlappingSync: false,
    // The write queue forms the batches. The library's own batching makes a second promise for
    // it, which no code holds and whose rejection would end the process.
    eventTurnBatching: false,
    encoding: 'binary',
    keyEncoding: 'binary',
  };
  return open<Buffer, string>(options);
}

/** Rejects a file that has not our format before anything is written to it. */
function openTables(root: RootDatabase<Buffer, string>, create: boolean): Environment {
  const table = (name: string, compression?: object): Table => {
    // The library's types know neither of these two options.
    const options: object = { encoding: 'binary', keyEncoder: keyEncoder, create, compression };
    const opened = root.openDB<Buffer, string>(name, options) as Table | undefined;
    if (opened === undefined) throw new KvError('Corrupt', `the data file has no table ${name}`);
    return opened;
  };
  const meta = table('meta');
  const format = meta.getBinary('format')?.toString();
  if (!create && format !== storeFormat) {
    throw new KvError(
      'Corrupt',
      `the data file has format ${format}; this program knows format ${storeFormat}`,
    );
  }
  return {
    root,
    meta,
    versions: table('versions', compression),
    log: table('log'),
    leases: table('leases'),
    attachments: table('attachments'),
  };
}

function readEverything({ versions, log }: Environment): void {
  for (const { key, value } of versions.getRange(allKeys)) readVersion(key, value);
  for (const { key, value } of log.getRange(allKeys)) readLogEntry(key, value);
}
