import type { ServerResponse } from 'node:http';
import { smallWrite, type UnsentAnswers } from './unsent-answers.ts';

/** Callbacks while an answer is being sent. */
export interface AnswerTracking {
  /** The handler has handed over all of it; perhaps none of it has left yet. */
  onEnded(): void;
  /** Counts its unsent bytes; the filter that tracks them forgets them when the response closes. */
  readonly unsent: UnsentAnswers<ServerResponse>;
}

const trackingKey = Symbol('tracking');

type Tracked = ServerResponse & { [trackingKey]?: AnswerTracking };

export function trackAnswer(response: ServerResponse, tracking: AnswerTracking): void {
  (response as Tracked)[trackingKey] = tracking;
}

type AnyFunction = (...parameters: any[]) => any;

/** Lets the responses of a class tell what is written to them. `endWrites`: `end` calls `write` for its bytes. */
export function tellWrites(prototype: object, endWrites: boolean): void {
  const { write, end } = prototype as Record<'write' | 'end', AnyFunction>;
  Object.assign(prototype, {
    write(this: Tracked, chunk: any, ...rest: unknown[]) {
      const unsent = this[trackingKey]?.unsent;
      if (unsent === undefined || !(chunk?.length > smallWrite)) return write.call(this, chunk, ...rest);
      unsent.add(this, chunk.length);
      const done = rest.at(-1);
      return write.call(this, chunk, ...rest.filter((one) => typeof one === 'string'), (error: unknown) => {
        unsent.taken(this, chunk.length);
        if (typeof done === 'function') done(error);
      });
    },
    end(this: Tracked, ...parameters: any[]) {
      const tracking = this[trackingKey];
      if (tracking === undefined) return end.apply(this, parameters);
      const [chunk] = parameters;
      // They are forgotten when the answer closes: that is when the last byte has left.
      if (!endWrites && chunk?.length > smallWrite) tracking.unsent.add(this, chunk.length);
      const result = end.apply(this, parameters);
      tracking.onEnded();
      return result;
    },
  });
}
