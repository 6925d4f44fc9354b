import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

const fileName = 'checksums';
const magic = 'pagesums';
const head = 32;

/** Bytes of the data file that are read at once. */
const portion = 1024 * 1024;

/** A data file at its clean end: the CRC of each page. */
interface Checksums {
  readonly transaction: number;
  readonly pageSize: number;
  readonly pages: Uint32Array;
}

/** Fills memory with bytes of the data file; returns the part that is filled, which is less where the file ends. */
type ReadInto = (target: Buffer, at: number) => Buffer;

/**
 * Compares a data file with the checksums that its last clean end left. Returns the pages that are not what they were;
 * undefined when there are no checksums of this state of the file: it was not closed cleanly, or has been written since.
 */
export function differingPages(directory: string, transaction: number, read: ReadInto): number[] | undefined {
  const known = readChecksums(join(directory, fileName));
  if (known === undefined || known.transaction !== transaction) return undefined;
  const now = checksumsOf(read, known.pageSize);
  const pages = Math.max(known.pages.length, now.length);
  return Array.from({ length: pages }, (_, page) => page).filter((page) => known.pages[page] !== now[page]);
}

/** Writes the checksums of a file that is closed: the mark of a clean end. */
export function writeChecksums(
  directory: string,
  { transaction, pageSize }: { transaction: number; pageSize: number },
  read: ReadInto,
): void {
  const path = join(directory, fileName);
  const pages = checksumsOf(read, pageSize);
  const bytes = Buffer.alloc(head + pages.byteLength + 4);
  bytes.write(magic, 'latin1');
  bytes.writeBigUInt64LE(BigInt(transaction), 8);
  bytes.writeUInt32LE(pageSize, 16);
  bytes.set(new Uint8Array(pages.buffer), head);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, -4)), bytes.length - 4);
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
}

/** From now on the file is written, and its end will be no clean one until there are checksums again. */
export function removeChecksums(directory: string): void {
  rmSync(join(directory, fileName), { force: true });
}

function checksumsOf(read: ReadInto, pageSize: number): Uint32Array<ArrayBuffer> {
  const sums: number[] = [];
  const memory = Buffer.allocUnsafe(portion);
  for (let at = 0; ; at += portion) {
    const bytes = read(memory, at);
    for (let page = 0; page < bytes.length; page += pageSize)
      sums.push(crc32(bytes.subarray(page, page + pageSize)));
    if (bytes.length < portion) return Uint32Array.from(sums);
  }
}

function readChecksums(path: string): Checksums | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return undefined;
  }
  const end = bytes.length - 4;
  if (end < head || bytes.toString('latin1', 0, magic.length) !== magic) return undefined;
  if (crc32(bytes.subarray(0, end)) !== bytes.readUInt32LE(end)) return undefined;
  return {
    transaction: Number(bytes.readBigUInt64LE(8)),
    pageSize: bytes.readUInt32LE(16),
    pages: new Uint32Array(Uint8Array.from(bytes.subarray(head, end)).buffer),
  };
}
