import type { LeaderElector } from '../../client/leader-election/leader-elector.ts';
import type { Pause } from '../../client/retry.ts';
import type { RunningControllers } from './running-controllers.ts';

export interface ElectedDependencies {
  elector: Pick<LeaderElector, 'acquire' | 'hold'>;
  /** Called each time this process begins to lead. */
  start: () => Promise<Pick<RunningControllers, 'close'>>;
  pause: Pause;
  warn(message: string): void;
}

/** Milliseconds after which controllers that could not start are tried again, here or by another candidate. */
const restAfterFailure = 10_000;

/** Runs controllers while this process leads, and stands for election again when it does no more. */
export class ElectedControllers {
  readonly #dependencies: ElectedDependencies;
  readonly #closing = new AbortController();
  #controllers: Pick<RunningControllers, 'close'> | undefined;
  #running: Promise<void> | undefined;

  constructor(dependencies: ElectedDependencies) {
    this.#dependencies = dependencies;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** The lease is given back when no controller works any more. */
  async close(): Promise<void> {
    await this.#controllers?.close();
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#lead(signal).catch(async (error: Error) => {
        if (signal.aborted) return;
        this.#dependencies.warn(`controllers: ${error.message}`);
        await this.#dependencies.pause(restAfterFailure, signal).catch(() => {});
      });
    }
  }

  async #lead(signal: AbortSignal): Promise<void> {
    const { elector, start } = this.#dependencies;
    await elector.acquire(signal);
    const leading = new AbortController();
    const holding = elector.hold(AbortSignal.any([signal, leading.signal]));
    try {
      this.#controllers = await start();
      await holding;
    } finally {
      await this.#controllers?.close();
      this.#controllers = undefined;
      leading.abort();
      await holding;
    }
  }
}
