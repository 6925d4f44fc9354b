import type { AuditObserver } from './backend.ts';

/** Counts lost events, and logs when the loss begins and when it ends, not each event. */
export class LostEvents {
  readonly #observer: AuditObserver;
  readonly #report: (message: string) => void;
  readonly #lost = new Map<string, number>();

  constructor(observer: AuditObserver, report: (message: string) => void) {
    this.#observer = observer;
    this.#report = report;
  }

  lost(plugin: string, count: number, reason: string): void {
    this.#observer.lost(plugin, count);
    const before = this.#lost.get(plugin);
    this.#lost.set(plugin, (before ?? 0) + count);
    if (before === undefined) this.#report(`audit: ${plugin}: events are being lost: ${reason}`);
  }

  /** An event got through. */
  stored(plugin: string): void {
    const count = this.#lost.get(plugin);
    if (count === undefined) return;
    this.#lost.delete(plugin);
    this.#report(`audit: ${plugin}: events are stored again; ${count} were lost`);
  }
}
