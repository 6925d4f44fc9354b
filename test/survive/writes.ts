/** What became of a request, as far as its client knows. */
export type Outcome =
  /** Answered with success; `revision` of the object, where the answer has it. */
  | { kind: 'done'; revision: number | undefined }
  /** No answer, or 504 without Retry-After: it may or may not have been carried out. */
  | { kind: 'unknown'; why: string }
  /** Answered with anything else: it was not carried out. `mayRetry`: the answer has a Retry-After. */
  | { kind: 'failed'; why: string; mayRetry?: boolean };

export type Verb = 'create' | 'update' | 'delete';

/** A write as its client saw it. Times are of performance.now(). */
export interface Write {
  verb: Verb;
  name: string;
  /** Stands in the object that it wrote; of a deletion in the one that was there. */
  id: string;
  begun: number;
  ended: number;
  outcome: Outcome;
}

export type EventType = 'ADDED' | 'MODIFIED' | 'DELETED';

/** One change of one object, as the store's own history has it. */
export interface StoredEvent {
  type: EventType;
  name: string;
  /** Undefined for a deletion. */
  id: string | undefined;
  revision: number;
}

/** One event as a watcher got it; some do not learn the revision of a deletion. */
export interface SeenEvent {
  type: EventType;
  name: string;
  revision: number | undefined;
}
