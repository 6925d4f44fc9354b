import { KvError } from '../../kv.ts';

/** LMDB's results that say that the file is not what it should be, as its messages begin. */
const damageCodes = /^MDB_(CORRUPTED|INVALID|VERSION_MISMATCH|PAGE_NOTFOUND|PANIC|BAD_TXN)/;

/** An error of LMDB, of the system or of ours as a KvError. Other errors are bugs, and thrown again. */
export function asKvError(error: unknown, directory = 'of the store'): KvError {
  if (error instanceof KvError) return error;
  // LMDB's have a number, the system's a name.
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  if (code === undefined) throw error;
  const { message } = error as Error;
  const kind = damageCodes.test(message) ? 'Corrupt' : 'Unavailable';
  return new KvError(kind, `data directory ${directory}: ${message}`, { cause: error });
}
