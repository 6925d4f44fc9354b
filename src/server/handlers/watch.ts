import type { Response } from 'express';
import { expired, notAcceptable, StatusError } from '../../api/machinery/status.ts';
import type { Dialect } from '../../api/machinery/dialect.ts';
import { formats } from '../../api/codec/negotiation.ts';
import type { Watcher } from '../../registry/watcher.ts';
import type { WatchSink } from '../../storage/watch-cache/watch-stream.ts';
import { errorEvent, eventEncoder } from '../event-encoders.ts';
import type { Handler } from '../exchange.ts';
import { abortResponse } from '../http/refusal.ts';
import { parseListOptions } from '../list-options.ts';
import { setWarnings } from '../warnings.ts';
import type { WatchObserver } from '../watch-observer.ts';
import type { WatchDurations } from '../watch-durations.ts';
import type { Views } from '../views.ts';

export interface WatchDependencies {
  watcher: Watcher;
  views: Views;
  dialect: Dialect;
  metaGroup: string;
  durations: WatchDurations;
  observe: WatchObserver;
}

/** GET of a collection, as a stream of its changes. */
export function watchHandler(given: WatchDependencies): Handler {
  const { watcher, views, dialect, metaGroup, durations, observe } = given;
  return async ({ request, response, state, info, served, accept }) => {
    if (accept.format !== 'application/json') throw notAcceptable(formats.slice(0, 1));
    const options = parseListOptions(info, served.resource, metaGroup);
    const encoder = eventEncoder(dialect, views, served, accept, info.query.get('includeObject'));
    const sink = new ResponseSink(response);
    const start = await watcher.prepare(served.resource, options).catch((error: unknown) => {
      if (!(error instanceof StatusError) || error.reason !== 'Expired') throw error;
      return error;
    });
    if (response.destroyed) return;
    setWarnings(response, state.warnings);
    response.statusCode = 200;
    response.setHeader('Content-Type', 'application/json');
    response.flushHeaders();
    if (start instanceof StatusError) return void response.end(errorEvent(start.toStatus()));
    if (request.method === 'HEAD') return void response.end();
    const { stream } = start({
      selection: options.selection,
      encoder,
      sink,
      bookmarks: options.allowWatchBookmarks,
      deadline: durations.deadline(options.timeoutSeconds),
      onExpired: () => sink.write(errorEvent(tooOld().toStatus())),
    });
    const done = observe(state, served);
    response.once('close', () => {
      stream.close();
      done();
    });
    if (response.destroyed) stream.close();
  };
}

const tooOld = () => expired('The resourceVersion for the provided watch is too old.');

/** A response as the sink of a watch. */
class ResponseSink implements WatchSink {
  readonly #response: Response;
  onDrain: (() => void) | undefined;

  constructor(response: Response) {
    this.#response = response;
    response.on('drain', () => this.onDrain?.());
  }

  get backlog(): number {
    return this.#response.writableLength;
  }

  write(bytes: Buffer): boolean {
    return this.#response.destroyed || this.#response.writableEnded ? false : this.#response.write(bytes);
  }

  end(): void {
    this.#response.end();
  }

  cut(): void {
    abortResponse(this.#response);
  }
}
