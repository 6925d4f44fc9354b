import { setTimeout as sleep } from 'node:timers/promises';
import { Pacer } from '../../util/pacer.ts';
import { PeriodicTask } from '../../util/periodic-task.ts';
import { isStale } from '../watch-cache/entry.ts';
import type { ResourceCache } from '../watch-cache/resource-cache.ts';
import { manyKeys } from '../watch-cache/store-loader.ts';
import type { KeyedEntry, VerifiedFile } from './verified-file.ts';

/** Milliseconds between two times that it looks whether the file is worth writing. */
const interval = 120_000;
/** Milliseconds that the end of the server waits for the file. */
const longestEnd = 3_000;
/**
 * Part of the objects that may have been written since the file was: examining those at a start takes little, and to write the
 * file of 30,000 pods takes a second. Leases and nodes, which are written all the time, are fewer than that.
 */
const changed = 0.1;

export interface VerifiedKeeperOptions {
  file: VerifiedFile;
  caches: Iterable<ResourceCache>;
  /** The feed of the caches. */
  feed: { readonly revision: number; readonly ready: boolean };
  report(message: string): void;
}

/** Keeps the file near to what the caches hold. A store that is loaded in a moment without has none. */
export class VerifiedKeeper {
  readonly #options: VerifiedKeeperOptions;
  readonly #times: PeriodicTask;
  #isRefused = false;

  constructor(options: VerifiedKeeperOptions) {
    this.#options = options;
    this.#times = new PeriodicTask(() => this.keep(), interval, this.#failed);
  }

  start(): void {
    this.#times.start();
  }

  /** A disk that takes nothing now is not tried again: a file system may be there to be read only. */
  readonly #failed = ({ message }: Error): void => {
    this.#isRefused = true;
    this.#options.report(`what was verified is not kept for the next start: ${message}`);
  };

  /** Writes the file where that is worth while. */
  async keep(): Promise<void> {
    const { file, feed, caches } = this.#options;
    const { revision } = feed;
    let count = 0;
    for (const { tree } of caches) count += tree.size;
    if (!feed.ready || count <= manyKeys || this.#isRefused) return;
    if (!(await this.#isNear(revision, count * changed))) await file.write(verifiedOf(caches), revision);
  }

  /** Whether fewer objects than so many have been written since the file was. */
  async #isNear(revision: number, many: number): Promise<boolean> {
    const since = this.#options.file.revision;
    // A store that was set back is at a lower revision than the file.
    if (since === undefined || since > revision) return false;
    const pacer = new Pacer();
    let written = 0;
    for (const { tree } of this.#options.caches) {
      for (const entry of tree.values()) {
        if (entry.revision > since && ++written >= many) return false;
        await pacer.step();
      }
    }
    return true;
  }

  /** Once more, for the next start, as far as the end is not held up by it. */
  async close(): Promise<void> {
    const kept = this.#times.close().then(() => this.keep().catch(this.#failed));
    await Promise.race([kept, sleep(longestEnd, undefined, { ref: false })]);
  }
}

/** Entries without those of encrypted values, and of values that this server would write in another way. */
function* verifiedOf(caches: Iterable<ResourceCache>): Generator<KeyedEntry> {
  for (const { prefix, tree } of caches)
    for (const entry of tree.values())
      if (entry.encryption === undefined && !isStale(entry) && entry.isUnplaced !== true)
        yield [prefix + entry.key, entry];
}
