import type { AuditBackend, BackendMode, Delivery } from './backend.ts';
import { type BatchOptions, BatchQueue } from './batch-queue.ts';
import type { AuditEvent } from './event.ts';
import type { LostEvents } from './lost-events.ts';
import { type TruncationLimits, truncated } from './truncation.ts';

export interface TextBackendOptions {
  mode: BackendMode;
  encode(event: AuditEvent): string;
  delivery: Delivery;
  batch: BatchOptions;
  truncation: TruncationLimits | undefined;
  /** The annotation of an event that was truncated. */
  truncationAnnotation: string;
  lostEvents: LostEvents;
}

/** Milliseconds that what is left has at the end of the server. */
const grace = 5_000;

/** Events as texts on their way to one place. */
export class TextBackend implements AuditBackend {
  readonly #options: TextBackendOptions;
  readonly #queue: BatchQueue | undefined;

  constructor(options: TextBackendOptions) {
    this.#options = options;
    const { mode, batch, delivery, lostEvents } = options;
    if (mode === 'batch') this.#queue = new BatchQueue(batch, delivery, lostEvents);
  }

  process(event: AuditEvent): boolean | Promise<boolean> {
    const text = this.#textOf(event);
    if (text === undefined) return true;
    if (this.#queue === undefined) return this.#deliver(text);
    this.#queue.add(text);
    return true;
  }

  async close(): Promise<void> {
    await this.#queue?.close(grace);
    await this.#options.delivery.close();
  }

  #textOf(event: AuditEvent): string | undefined {
    const { encode, truncation, truncationAnnotation, lostEvents } = this.#options;
    if (truncation === undefined) return encode(event);
    const text = truncated(event, encode, truncation, truncationAnnotation);
    if (text === undefined) lostEvents.lost('truncate', 1, 'event is too large even after truncating');
    return text;
  }

  #deliver(text: string): Promise<boolean> {
    const { delivery, lostEvents, mode } = this.#options;
    return delivery.deliver([text]).then(
      () => {
        lostEvents.stored(delivery.name);
        return true;
      },
      (error: Error) => {
        lostEvents.lost(delivery.name, 1, error.message);
        return mode !== 'blocking-strict';
      },
    );
  }
}
