import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, SpanAttributes } from './span.ts';

/**
 * Milliseconds that a request spent in its steps. They overlap: admission contains its webhooks, and what plugins read
 * from the store. Steps that run side by side count twice.
 */
export class StepTimes {
  authentication = 0;
  audit = 0;
  impersonation = 0;
  flowControl = 0;
  authorization = 0;
  /** Waiting for the body, until all of it is there. */
  body = 0;
  admission = 0;
  webhooks = 0;
  storage = 0;
  /** Making the bytes of the answer. */
  serialization = 0;
}

export type Step = keyof StepTimes;

/** Times of the parts of a request; and its span, when it is traced. Small: connections may keep it alive. */
export class RequestTrace {
  readonly times: StepTimes;
  /** The one that what happens now belongs to. Set by the filter that begins it. */
  span: Span | undefined;
  /** Milliseconds of the monotonic clock, as all times here. */
  readonly begun: number;
  /** Time at which the head of the answer was ready; 0 before. */
  answered = 0;
  #lap: number;
  #encoding = 0;
  #encodingSpan: Span | undefined;

  constructor(times = new StepTimes(), span?: Span) {
    this.times = times;
    this.span = span;
    this.begun = this.#lap = performance.now();
  }

  /** The time since the lap before belongs to the step, or to none. */
  lap(step?: Step): void {
    const now = performance.now();
    if (step !== undefined) this.times[step] += now - this.#lap;
    this.#lap = now;
  }

  add(step: Step, milliseconds: number): void {
    this.times[step] += milliseconds;
  }

  /** The answer is known: its bytes are being made, until `encoded`. */
  encoding(): void {
    if (this.#encoding !== 0) return;
    this.#encoding = performance.now();
    this.#encodingSpan = this.span?.child('SerializeObject');
  }

  /** The bytes of the answer are there, or the first of them. */
  encoded(): void {
    if (this.answered !== 0) return;
    this.answered = performance.now();
    this.#encodingSpan?.end();
    if (this.#encoding !== 0) this.times.serialization += this.answered - this.#encoding;
  }
}

/**
 * The request that a call belongs to, wherever it is made: the store and webhooks are called from many places, and none
 * of those has to know. Not state of this module: each chain of asynchronous calls has its own.
 */
const current = new AsyncLocalStorage<RequestTrace>();

/** Runs what is done for a request. */
export const runFor = <T>(trace: RequestTrace, work: () => T): T => current.run(trace, work);

/** Undefined outside of requests. */
export const currentTrace = (): RequestTrace | undefined => current.getStore();

/** The header fields by which a call says to which trace it belongs; undefined when the request is not traced. */
export function traceFields(): Record<string, string> | undefined {
  const span = current.getStore()?.span;
  if (span === undefined) return undefined;
  const { traceparent, baggage } = span;
  return baggage === undefined ? { traceparent } : { traceparent, baggage };
}

/** Runs work within a span of its own, where the request is traced; otherwise just runs it. */
export function within<T>(
  name: string,
  attributes: () => SpanAttributes,
  kind: 'client' | 'internal',
  work: () => Promise<T>,
): Promise<T> {
  const trace = current.getStore();
  if (trace?.span === undefined) return work();
  const span = trace.span.child(name, attributes(), kind);
  return current.run(new RequestTrace(trace.times, span), async () => {
    try {
      const result = await work();
      span.end();
      return result;
    } catch (error) {
      span.end(error);
      throw error;
    }
  });
}
