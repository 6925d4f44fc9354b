import {
  type Database as LmdbDatabase,
  open,
  type RootDatabase,
  type RootDatabaseOptionsWithPath,
} from 'lmdb';
import { KvError } from '../../kv.ts';
import { advice } from './data-file.ts';

/** Keys are strings of single-byte characters, as `layout.ts` makes them. */
export type Table = LmdbDatabase<Buffer, string>;

/** LMDB's environment and our tables in it. */
export interface Tables {
  root: RootDatabase<Buffer, string>;
  versions: Table;
  log: Table;
  leases: Table;
  attachments: Table;
  meta: Table;
}

/** All keys of a table. Each call gets an object of its own: the library writes to it. */
export const allKeys = () => ({ start: '\x00', end: '\xff\xff' });

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

export function openRoot(directory: string, mapSize: number): RootDatabase<Buffer, string> {
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

/** Opens the tables of an environment, and makes them where that is asked for. */
export function tablesOf(root: RootDatabase<Buffer, string>, create: boolean) {
  const table = (name: string, compression?: object): Table => {
    // The library's types know neither of these two options.
    const options: object = { encoding: 'binary', keyEncoder: keyEncoder, create, compression };
    const opened = root.openDB<Buffer, string>(name, options) as Table | undefined;
    if (opened === undefined) throw new KvError('Corrupt', `the data file has no table ${name}. ${advice}`);
    return opened;
  };
  return {
    root,
    meta: table('meta'),
    versions: table('versions', compression),
    log: table('log'),
    leases: table('leases'),
    attachments: table('attachments'),
  };
}

/** LMDB hands out plain byte arrays here and there. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
