import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getHeapSnapshot, getHeapStatistics } from 'node:v8';
import type { Response } from 'express';
import { sendText } from '../response/plain-text.ts';
import type { OneAtATime } from './one-at-a-time.ts';

/** Bytes of a heap of which a snapshot is made: it stands still for a second or so for each 100 MB, and takes as much again. */
const maxHeap = 1024 * 1024 * 1024;
/** So many times as long as the process stood still it runs before there is another snapshot. */
const restFactor = 10;

/** Sends snapshots of the heap (.heapsnapshot), as fast as the client reads, one at a time and not too often. */
export class HeapSnapshots {
  readonly #slot: OneAtATime;
  readonly #now: () => number;
  readonly #heapSize: () => number;
  readonly #take: () => Readable;
  #restUntil = 0;

  /** `now`: milliseconds of a monotonic clock. `heapSize`: bytes in use. `take`: takes a snapshot, while the process stands still. */
  constructor(
    slot: OneAtATime,
    now = () => performance.now(),
    heapSize = () => getHeapStatistics().used_heap_size,
    take: () => Readable = getHeapSnapshot,
  ) {
    this.#slot = slot;
    this.#now = now;
    this.#heapSize = heapSize;
    this.#take = take;
  }

  async send(response: Response): Promise<void> {
    if (this.#heapSize() > maxHeap) {
      return sendText(response, 503, `the heap has more than ${maxHeap} bytes: use /debug/pprof/heap\n`);
    }
    const rest = Math.ceil((this.#restUntil - this.#now()) / 1_000);
    if (rest > 0) {
      response.setHeader('Retry-After', String(rest));
      return sendText(response, 503, 'the last snapshot was made only just now\n');
    }
    const sent = this.#slot.run(() => this.#make(response));
    if (sent === undefined) return sendText(response, 503, 'another profile is being made\n');
    await sent;
  }

  async #make(response: Response): Promise<void> {
    const begun = this.#now();
    const snapshot = this.#take();
    const ended = this.#now();
    this.#restUntil = ended + (ended - begun) * restFactor;
    response.setHeader('Content-Type', 'application/octet-stream');
    response.setHeader('Content-Disposition', `attachment; filename="${process.pid}.heapsnapshot"`);
    // A client that leaves, and a request whose time is over, end it.
    await pipeline(snapshot, response).catch(() => snapshot.destroy());
  }
}
