import type { AuditObserver } from './backend.ts';

/** Counts lost events, and logs when the loss begins and when it ends, not each event. */
export class Trouble {
  readonly #observer: AuditObserver;
  readonly #report: (error: Error) => void;
  readonly #lost = new Map<string, number>();

  constructor(observer: AuditObserver, report: (error: Error) => void) {
    this.#observer = observer;
    this.#report = report;
  }

  lost(plugin: string, count: number, reason: string): void {
    this.#observer.lost(plugin, count);
    const before = this.#lost.get(plugin);
    this.#lost.set(plugin, (before ?? 0) + count);
    if (before === undefined) this.#report(new Error(`audit: ${plugin}: events are being lost: ${reason}`));
  }

  /** An event got through. */
  fine(plugin: string): void {
    const count = this.#lost.get(plugin);
    if (count === undefined) return;
    this.#lost.delete(plugin);
    this.#report(new Error(`audit: ${plugin}: events are stored again; ${count} were lost`));
  }
}
