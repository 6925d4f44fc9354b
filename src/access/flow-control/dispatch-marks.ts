import { estimatedSeconds, type FairQueue } from './fair-queue.ts';

/** The least and the greatest of what the queues with waiting requests have. */
class Bounds {
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;

  add(value: number): void {
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
  }

  clear(): void {
    this.min = Number.POSITIVE_INFINITY;
    this.max = Number.NEGATIVE_INFINITY;
  }

  copy({ min, max }: Bounds): void {
    this.min = min;
    this.max = max;
  }
}

/**
 * Places of the queues of a level in virtual time, in seconds: from when the next request of each begins, and that
 * without the work it is taken to have under way. Far apart: some flows had much more of the level than others.
 */
export class DispatchMarks {
  /** Virtual time of the level. */
  virtualTime = 0;
  /** At which the request began. */
  start = 0;
  readonly starts = new Bounds();
  readonly discountedStarts = new Bounds();

  clear(): void {
    this.starts.clear();
    this.discountedStarts.clear();
  }

  add({ nextDispatch, seatsInUse }: FairQueue): void {
    this.starts.add(nextDispatch);
    this.discountedStarts.add(nextDispatch - seatsInUse * estimatedSeconds);
  }

  copy({ starts, discountedStarts }: DispatchMarks): void {
    this.starts.copy(starts);
    this.discountedStarts.copy(discountedStarts);
  }
}
