import type { ServerResponse } from 'node:http';
import { minCounted, type UnsentBytes } from './unsent-responses.ts';

/** Observes one response while it is sent. */
export interface ResponseTracking {
  /** The handler has called `end`; bytes may still wait to be sent. */
  onEnded(): void;
  /** Counts the bytes that wait. The caller of `trackResponse` calls its `forget` when the response closes. */
  readonly unsent: UnsentBytes<ServerResponse>;
}

const trackingKey = Symbol('tracking');

type Tracked = ServerResponse & { [trackingKey]?: ResponseTracking };

export function trackResponse(response: ServerResponse, tracking: ResponseTracking): void {
  (response as Tracked)[trackingKey] = tracking;
}

type AnyFunction = (...parameters: unknown[]) => unknown;

/** A chunk of the body, of which only the length matters. */
type Chunk = { length: number } | null | undefined;

/** Makes the responses of a class report their writes. `endWrites`: the class's `end` calls `write` for its bytes. */
export function trackWrites(prototype: object, endWrites: boolean): void {
  const { write, end } = prototype as Record<'write' | 'end', AnyFunction>;
  Object.assign(prototype, {
    write(this: Tracked, chunk: Chunk, ...rest: unknown[]) {
      const unsent = this[trackingKey]?.unsent;
      if (unsent === undefined || !(chunk && chunk.length > minCounted))
        return write.call(this, chunk, ...rest);
      unsent.add(chunk.length);
      const done = rest.at(-1);
      return write.call(this, chunk, ...rest.filter((one) => typeof one === 'string'), (error: unknown) => {
        unsent.sent(chunk.length);
        if (typeof done === 'function') done(error);
      });
    },
    end(this: Tracked, ...parameters: unknown[]) {
      const tracking = this[trackingKey];
      if (tracking === undefined) return end.apply(this, parameters);
      const [chunk] = parameters as [Chunk];
      // `forget` uncounts them when the response closes, which is when the last byte has left.
      if (!endWrites && chunk && chunk.length > minCounted) tracking.unsent.add(chunk.length);
      const result = end.apply(this, parameters);
      tracking.onEnded();
      return result;
    },
  });
}
