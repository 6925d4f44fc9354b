import { setTimeout as sleep } from 'node:timers/promises';
import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import type { Objects } from '../../api/meta/lister.ts';

/** Objects that say which types are served. */
const sources = [
  { group: 'apiextensions.{api}', resource: 'customresourcedefinitions' },
  { group: 'apiregistration.{api}', resource: 'apiservices' },
];

/** Milliseconds between two looks when nothing happens. */
const idle = 30_000;
/** Several changes come together; and a type is served some moments after its definition says so. */
const afterChange = [200, 1_000, 3_000];
/** After a look that failed. */
const afterFailure = 1_000;

/** Looks at which types are served, from time to time and after each change that may concern them. */
export class TypeWatch {
  readonly #look: (signal: AbortSignal) => Promise<boolean>;
  readonly #closing = new AbortController();
  #waking = new AbortController();
  #pauses: number[] = [];
  #running: Promise<void> = Promise.resolve();
  readonly #observations = new DisposableStack();

  /** `look` resolves with whether it saw everything, and must not reject. */
  constructor(look: (signal: AbortSignal) => Promise<boolean>) {
    this.#look = look;
  }

  start(objects: Objects, dialect: Dialect): void {
    for (const { group, resource } of sources) {
      const lister = objects.lister({ group: fillPlaceholders(dialect, group), resource });
      this.#observations.use(lister.observe(() => this.#changed()));
    }
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#observations.dispose();
    await this.#running;
  }

  #changed(): void {
    // The first pause may be under way already: further changes do not put the look off.
    if (this.#pauses.length === afterChange.length - 1) return;
    this.#pauses = [...afterChange];
    this.#waking.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      if (!(await this.#look(signal)) && this.#pauses.length === 0) this.#pauses.push(afterFailure);
      await this.#pause();
    }
  }

  /** A change ends a long pause and begins the shortest. */
  async #pause(): Promise<void> {
    for (;;) {
      this.#waking = new AbortController();
      const signal = AbortSignal.any([this.#closing.signal, this.#waking.signal]);
      const wasWoken = await sleep(this.#pauses.shift() ?? idle, undefined, { signal, ref: false }).then(
        () => false,
        () => !this.#closing.signal.aborted,
      );
      if (!wasWoken) return;
    }
  }
}
