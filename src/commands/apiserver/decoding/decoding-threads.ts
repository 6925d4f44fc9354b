import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { withoutLineFeed } from '../../../storage/storage-format.ts';
import type { DecodedEntry } from '../../../storage/watch-cache/entry.ts';
import type { PageDecoder, StoredObject } from '../../../storage/watch-cache/page-decoder.ts';
import { type DecodingResult, jobOf, type Outcome, type ThreadSettings } from './messages.ts';

/** More of them would wait for the thread that reads the store. */
const maxThreads = 3;
/** Pages that a thread has at a time: the next one is there when it is done with one. */
const maxPages = 2;

type Decoded = (DecodedEntry | undefined)[];

interface Page {
  readonly objects: readonly StoredObject[];
  resolve(decoded: Decoded): void;
}

/** One thread and the pages that it has, the oldest first. */
class DecodingThread {
  readonly #worker: Worker;
  #pages: Page[] = [];
  /** Memory of messages that came back. */
  readonly #memory: ArrayBuffer[] = [];
  #isGone = false;

  constructor(settings: ThreadSettings) {
    this.#worker = new Worker(new URL(`./thread${extname(import.meta.url)}`, import.meta.url), {
      workerData: settings,
      resourceLimits: { maxYoungGenerationSizeMb: 32 },
    });
    this.#worker.unref();
    this.#worker.on('message', (answer: DecodingResult) => {
      this.#memory.push(answer.values.buffer);
      const { objects, resolve } = this.#pages.shift()!;
      resolve(decodedOf(objects, answer));
    });
    // The caller decodes what it has not got back.
    this.#worker.on('error', () => this[Symbol.dispose]());
    this.#worker.on('exit', () => this[Symbol.dispose]());
  }

  get hasRoom(): boolean {
    return !this.#isGone && this.#pages.length < maxPages;
  }

  add(objects: readonly StoredObject[]): Promise<Decoded> {
    const question = jobOf(objects, this.#memory.pop());
    return new Promise((resolve) => {
      this.#pages.push({ objects, resolve });
      this.#worker.postMessage(question, [question.values.buffer]);
    });
  }

  [Symbol.dispose](): void {
    this.#isGone = true;
    for (const { resolve } of this.#pages) resolve([]);
    this.#pages = [];
    void this.#worker.terminate();
  }
}

/** Threads for decoding, one for each processor beside that of the caller. */
export class DecodingThreads implements PageDecoder {
  readonly #threads: readonly DecodingThread[];

  /** Undefined where the caller has the only processor. */
  static start(settings: ThreadSettings): DecodingThreads | undefined {
    const count = Math.min(availableParallelism() - 1, maxThreads);
    return count > 0 ? new DecodingThreads(settings, count) : undefined;
  }

  constructor(settings: ThreadSettings, count: number) {
    this.#threads = Array.from({ length: count }, () => new DecodingThread(settings));
  }

  decode(objects: readonly StoredObject[]): Promise<Decoded> | undefined {
    return this.#threads.find(({ hasRoom }) => hasRoom)?.add(objects);
  }

  [Symbol.dispose](): void {
    for (const thread of this.#threads) thread[Symbol.dispose]();
  }
}

function decodedOf(objects: readonly StoredObject[], { outcomes, bytes }: DecodingResult): Decoded {
  let start = 0;
  return (JSON.parse(outcomes) as (Outcome | null)[]).map((outcome, at) => {
    if (outcome === null) return undefined;
    const { length, ...rest } = outcome;
    const { value } = objects[at]!;
    if (length === undefined) return { ...rest, stored: withoutLineFeed(value) };
    const stored = Buffer.from(bytes.buffer, bytes.byteOffset + start, length);
    start += length;
    return { ...rest, stored };
  });
}
