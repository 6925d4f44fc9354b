import { type Profiler, Session } from 'node:inspector';

const product = new URL('../../../src/', import.meta.url).href;

/**
 * Which blocks of the product have run, as the engine counts them. Has to be there before the product is loaded: of
 * what was compiled earlier the engine counts functions alone. A question costs milliseconds, so that it is asked for
 * many inputs at a time.
 */
export class Coverage {
  readonly #session = new Session();
  #seen = new Set<string>();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  get blocks(): number {
    return this.#seen.size;
  }

  /** Forgets what has run. */
  begin(): void {
    this.take();
    this.#seen = new Set();
  }

  /** What ran for the first time since the last call; `keep` false: only looks. */
  take(keep = true): number {
    const found = new Set<string>();
    // Within one process the answer is there before the call returns.
    this.#session.post('Profiler.takePreciseCoverage', (_error, answer) => {
      for (const script of answer?.result ?? [])
        if (script.url.startsWith(product)) this.#collect(script, found);
    });
    if (keep) for (const block of found) this.#seen.add(block);
    return found.size;
  }

  #collect({ scriptId, functions }: Profiler.ScriptCoverage, found: Set<string>): void {
    for (const { ranges } of functions) {
      for (const { startOffset, endOffset, count } of ranges) {
        const block = `${scriptId}:${startOffset}:${endOffset}`;
        if (count > 0 && !this.#seen.has(block)) found.add(block);
      }
    }
  }

  close(): void {
    this.#session.disconnect();
  }
}
