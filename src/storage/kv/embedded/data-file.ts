import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { KvError } from '../../kv.ts';

/** LMDB's name for it. */
export const dataFile = 'data.mdb';

/**
 * Where the head of LMDB's two meta pages has what we look at, in bytes from the start of the page (LMDB 1.0
 * with data format 2 on 64 bits: `MDB_page_header` is 24 bytes, `MDB_meta` follows).
 */
const magicAt = 24;
const pageSizeAt = 48;
const lastPageAt = 144;
const transactionAt = 152;
const metaSize = 160;

const magicNumber = 0xbeefc0de;

interface Meta {
  pageSize: number;
  lastPage: number;
  transaction: number;
}

/**
 * Looks at a data file before LMDB maps it into memory, where a file that is too short would end the process
 * (SIGBUS). Rejects what is no data file with Corrupt.
 *
 * LMDB itself leaves the file shorter than its pages say when the last ones are free, so a short file is made
 * as long as it says, with zeros, and the answer 'short' asks the caller to read everything once: a page of
 * zeros among the data is then found.
 */
export function checkDataFile(directory: string): 'absent' | 'whole' | 'short' {
  const path = join(directory, dataFile);
  const file = openIfThere(path);
  if (file === undefined) return 'absent';
  try {
    const size = fstatSync(file).size;
    const meta = newestMeta(file);
    if (meta === undefined) throw new KvError('Corrupt', `${path} is not a data file of this store`);
    const expected = (meta.lastPage + 1) * meta.pageSize;
    if (size >= expected) return 'whole';
    ftruncateSync(file, expected);
    return 'short';
  } finally {
    closeSync(file);
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function newestMeta(file: number): Meta | undefined {
  const first = readMeta(file, 0);
  if (first === undefined) return undefined;
  const second = readMeta(file, first.pageSize);
  if (second === undefined || second.pageSize !== first.pageSize) return undefined;
  return second.transaction > first.transaction ? second : first;
}

function readMeta(file: number, at: number): Meta | undefined {
  const page = Buffer.alloc(metaSize);
  if (readSync(file, page, 0, metaSize, at) < metaSize) return undefined;
  if (page.readUInt32LE(magicAt) !== magicNumber) return undefined;
  const pageSize = page.readUInt32LE(pageSizeAt);
  if (pageSize < 512 || pageSize > 65536) return undefined;
  const lastPage = Number(page.readBigUInt64LE(lastPageAt));
  const transaction = Number(page.readBigUInt64LE(transactionAt));
  return { pageSize, lastPage, transaction };
}
