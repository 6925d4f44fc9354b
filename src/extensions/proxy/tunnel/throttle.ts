import { Transform, type TransformCallback } from 'node:stream';
import { monotonicClock } from '../../../util/clock.ts';

/** Passes bytes on, at no more than so many a second. An unused rate stays available for a second. */
export class Throttle extends Transform {
  readonly #bytesPerSecond: number;
  #credit: number;
  #at: number;

  constructor(bytesPerSecond: number) {
    super({ highWaterMark: 65_536 });
    this.#bytesPerSecond = bytesPerSecond;
    this.#credit = bytesPerSecond;
    this.#at = monotonicClock.now();
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    const now = monotonicClock.now();
    const earned = ((now - this.#at) / 1_000) * this.#bytesPerSecond;
    this.#credit = Math.min(this.#credit + earned, this.#bytesPerSecond) - chunk.length;
    this.#at = now;
    if (this.#credit >= 0) return done(null, chunk);
    setTimeout(() => done(null, chunk), (-this.#credit / this.#bytesPerSecond) * 1_000).unref();
  }
}
