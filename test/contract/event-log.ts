import type { Kv, KvError, KvEvent, Watch } from '../../src/storage/kv.ts';

/** Gathers what a watch delivers, and holds every call to the contract. */
export class EventLog {
  readonly events: KvEvent[] = [];
  /** What is not as it should be about the calls themselves. */
  readonly complaints: string[] = [];
  /** Revisions at which a call ended. */
  readonly calls: { events: number; revision: number }[] = [];
  ended: KvError | undefined;
  readonly watch: Watch;
  #wake: (() => void) | undefined;

  /** Keys that do not begin with the prefix are left out: other tests may write in the same store. */
  constructor(kv: Kv, fromRevision: number, prefix = '') {
    let last = fromRevision - 1;
    this.watch = kv.watch(fromRevision, {
      onEvents: (events, revision) => {
        last = this.#check(events, revision, last);
        this.calls.push({ events: events.length, revision });
        this.events.push(...events.filter((event) => event.key.startsWith(prefix)));
        this.#wake?.();
      },
      onEnd: (error) => {
        if (this.ended !== undefined) this.complaints.push('ended twice');
        this.ended = error;
        this.#wake?.();
      },
    });
  }

  /** For people: 'put /a 3 "y" was "x"'. */
  get lines(): string[] {
    return this.events.map((event) => {
      const written = event.type === 'put' ? ` "${event.value}"` : '';
      const previous = event.previous === undefined ? '' : ` was "${event.previous}"`;
      return `${event.type} ${event.key} ${event.revision}${written}${previous}`;
    });
  }

  /** Waits until the condition holds. */
  async until(condition: (log: this) => boolean, timeout = 10_000): Promise<void> {
    const deadline = performance.now() + timeout;
    while (!condition(this)) {
      if (performance.now() > deadline) {
        throw new Error(`waited in vain; ${this.events.length} events, ended: ${this.ended?.code}`);
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, 50);
      });
    }
  }

  count(count: number): Promise<void> {
    return this.until((log) => log.events.length >= count);
  }

  #check(events: KvEvent[], revision: number, last: number): number {
    if (this.ended !== undefined) this.complaints.push('events after the end');
    if (events.length === 0) this.complaints.push('a call without events');
    // Several events may have one revision, but only within a call.
    let before = last;
    events.forEach((event, i) => {
      const min = i === 0 ? before + 1 : before;
      if (event.revision < min) this.complaints.push(`${event.revision} after ${before}`);
      before = event.revision;
    });
    if (before !== revision) this.complaints.push(`events up to ${before} called ${revision}`);
    return revision;
  }
}
