/** A piece of work that a trace shows: a request, a call of a webhook, an operation of the store. */
export interface Span {
  /** W3C `traceparent`, for those who are called within the span. */
  readonly traceparent: string;
  /** W3C `baggage` of the caller, passed on as it came; undefined when there was none. */
  readonly baggage: string | undefined;
  /** Begins a span within this one. `kind`: `client` for a call that leaves the process. */
  child(name: string, attributes?: SpanAttributes, kind?: 'client' | 'internal'): Span;
  set(attributes: SpanAttributes): void;
  /** `error`: what the work failed with. */
  end(error?: unknown): void;
}

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Headers in which a caller names the trace that a request belongs to. */
export interface CallerTrace {
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
  readonly baggage?: string | undefined;
  /** Whether the trace goes on in this server: only few may decide what is traced. */
  readonly isTrusted?: boolean;
}

/** Begins the spans of requests, and sends off those that have ended. */
export interface Tracer {
  /** Undefined for a request that is not sampled. */
  request(name: string, attributes: SpanAttributes, caller: CallerTrace): Span | undefined;
  /** Sends what has not been sent, and sends nothing more. */
  close(): Promise<void>;
}
