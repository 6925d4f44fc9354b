import type { Response } from 'express';
import { type Negotiated, plainJson } from '../../api/codec/negotiation.ts';
import type { Dialect } from '../../api/machinery/dialect.ts';
import { expired, notAcceptable, StatusError } from '../../api/machinery/status.ts';
import type { Watcher } from '../../registry/watcher.ts';
import type { WatchSink } from '../../storage/watch-cache/watch-stream.ts';
import type { ServedResource } from '../api-surface.ts';
import { errorEvent, eventEncoder } from '../event-encoders.ts';
import type { Handler } from '../exchange.ts';
import { abortResponse } from '../http/refusal.ts';
import { parseListOptions } from '../list-options.ts';
import { withColumns } from '../table-events.ts';
import type { Views } from '../views.ts';
import { setWarnings } from '../warnings.ts';
import type { WatchDurations } from '../watch-durations.ts';
import type { WatchObserver } from '../watch-observer.ts';

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
  return async ({ response, state, info, served, accept }) => {
    const contentType = streamType(accept);
    if (contentType === undefined) throw notAcceptable(streamable(served, dialect));
    const options = parseListOptions(info, served.resource, metaGroup);
    const encoder = eventEncoder(dialect, views, served, accept, info.query.get('includeObject'));
    const opening = accept.as === 'Table' ? (bytes: Buffer) => withColumns(served, bytes) : undefined;
    const sink = new ResponseSink(response, opening);
    const start = await watcher.prepare(served.resource, options).catch((error: unknown) => {
      if (!(error instanceof StatusError) || error.reason !== 'Expired') throw error;
      return error;
    });
    if (response.destroyed) return;
    setWarnings(response, state.warnings);
    response.statusCode = 200;
    response.setHeader('Content-Type', contentType);
    response.flushHeaders();
    if (start instanceof StatusError) return void response.end(errorEvent(start.toStatus(), accept));
    const { stream } = start({
      selection: options.selection,
      encoder,
      sink,
      bookmarks: options.allowWatchBookmarks,
      deadline: durations.deadline(options.timeoutSeconds),
      onExpired: () => sink.write(errorEvent(tooOld().toStatus(), accept)),
    });
    const done = observe(state, served);
    response.once('close', () => {
      stream.close();
      done();
    });
    if (response.destroyed) stream.close();
  };
}

/** Undefined for a form in which there is no telling where an event ends. */
function streamType({ isProtobuf, format }: Negotiated): string | undefined {
  if (isProtobuf) return `${format};stream=watch`;
  return format === plainJson.format ? format : undefined;
}

const streamable = ({ protobuf }: ServedResource, dialect: Dialect): string[] =>
  protobuf === undefined ? [plainJson.format] : [plainJson.format, dialect.protobuf];

const tooOld = () => expired('The resourceVersion for the provided watch is too old.');

/** A response as the sink of a watch. */
class ResponseSink implements WatchSink {
  readonly #response: Response;
  /** What becomes of the first bytes; undefined once they are written, or when they stay as they are. */
  #opening: ((bytes: Buffer) => Buffer) | undefined;
  onDrain: (() => void) | undefined;

  constructor(response: Response, opening: ((bytes: Buffer) => Buffer) | undefined) {
    this.#response = response;
    this.#opening = opening;
    response.on('drain', () => this.onDrain?.());
  }

  get backlog(): number {
    return this.#response.writableLength;
  }

  write(bytes: Buffer): boolean {
    if (this.#response.destroyed || this.#response.writableEnded) return false;
    const opening = this.#opening;
    if (opening === undefined) return this.#response.write(bytes);
    this.#opening = undefined;
    return this.#response.write(opening(bytes));
  }

  end(): void {
    this.#response.end();
  }

  cut(): void {
    abortResponse(this.#response);
  }
}
