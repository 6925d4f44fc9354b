import type { AuditEvent } from './event.ts';
import type { Level } from './policy.ts';

/** Target of events. */
export interface AuditBackend {
  /**
   * Takes an event as it is at this moment. Returns a promise if the response has to wait until the event is
   * stored, and false if the event was lost and the request must not go on without it.
   */
  process(event: AuditEvent): boolean | Promise<boolean>;
  /** Brings out what it still has, and lets go of what it holds; what takes too long is lost. */
  close(): Promise<void>;
}

/**
 * - `batch`: requests go on, events follow; what the buffer cannot hold is lost.
 * - `blocking`: an answer waits until its events are stored, or lost.
 * - `blocking-strict`: a request whose arrival cannot be stored is refused.
 */
export const backendModes = ['batch', 'blocking', 'blocking-strict'] as const;
export type BackendMode = (typeof backendModes)[number];

/** Events on their way out of a backend, as texts. Rejects when they are lost. */
export interface Delivery {
  /** Name in metrics. */
  readonly name: string;
  deliver(texts: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Receives the counts for the metrics. */
export interface AuditObserver {
  /** The audit level of a request. */
  level(level: Level): void;
  event(): void;
  /** Events that a part of a backend lost. */
  lost(plugin: string, count: number): void;
  /** A request was refused because its arrival could not be stored. */
  rejected(): void;
}
