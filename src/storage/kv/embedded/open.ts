import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Clock, monotonicClock, systemClock } from '../../../util/clock.ts';
import { type Kv, KvError } from '../../kv.ts';
import { dataFile } from './data-file.ts';
import { Database } from './database.ts';
import { DirectoryLock } from './directory-lock.ts';
import { EmbeddedKv } from './embedded-kv.ts';
import { markCleanEnd, openEnvironment } from './environment.ts';
import { asKvError } from './errors.ts';
import { rewriteDataFile } from './new-file.ts';

export interface EmbeddedOptions {
  /** Made when it is not there. Belongs to the store: nothing else should lie in it. */
  directory: string;
  clock?: Clock;
  /** Monotonic: by it leases end. The clock above where one is given alone. */
  elapsed?: Clock;
  /** Address space to reserve for the data file, in bytes; it grows when the file does. */
  mapSize?: number;
  /** Only looks: a store that is not there is not made, and no lease ends. */
  isReadOnly?: boolean;
}

/** Addresses cost nothing, but whenever the map grows, pages that were in it stay resident twice for a while. */
const mapSize = 16 * 1024 ** 3;

/**
 * Opens the store in a data directory, for this process alone.
 *
 * Rejects with Unavailable when the directory is in use or cannot be written, with Corrupt when what lies in it
 * is no store of ours.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Kv> {
  const directory = resolve(options.directory);
  let lock: DirectoryLock | undefined;
  let database: Database | undefined;
  const isReadOnly = options.isReadOnly ?? false;
  if (isReadOnly && !existsSync(join(directory, dataFile)))
    throw new KvError('Unavailable', `there is no store in ${directory}`);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    lock = new DirectoryLock(directory);
    database = await Database.open(directory, { mapSize: options.mapSize ?? mapSize, isReadOnly });
    const { clock: date = systemClock, elapsed = options.clock ?? monotonicClock } = options;
    return new EmbeddedKv(directory, lock, database, { date, elapsed, endsLeases: !isReadOnly });
  } catch (error) {
    await database?.close();
    lock?.release();
    throw asKvError(error, directory);
  }
}

/** A key of no object, below no prefix that anyone reads. */
const markerKey = 'compact-store';

/**
 * Writes the store in a directory anew, for this process alone: without its history and without pages that are free, where
 * the bytes still are of what was deleted or replaced. Rejects as `openEmbedded` does.
 */
export async function rewriteEmbedded(directory: string): Promise<void> {
  const kv = await openEmbedded({ directory });
  try {
    // The newest revision keeps what it replaced: let that be nothing of worth.
    const created = await kv.create(markerKey, Buffer.from('x'));
    const deleted = await kv.delete(
      markerKey,
      created.done ? created.revision : created.current!.modRevision,
    );
    await kv.compact(deleted.revision);
  } finally {
    await kv.close();
  }
  const path = resolve(directory);
  const lock = new DirectoryLock(path);
  try {
    const environment = await openEnvironment(path, { mapSize });
    await rewriteDataFile(path, environment);
    if (environment.findings.versions.size === 0) markCleanEnd(path);
  } catch (error) {
    throw asKvError(error, path);
  } finally {
    lock.release();
  }
}
