import { cborMediaType, cborStreamType } from '../../api/codec/cbor/cbor.ts';
import { type Negotiated, plainJson } from '../../api/codec/negotiation.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import { expired, notAcceptable, StatusError } from '../../api/meta/status.ts';
import type { Watcher } from '../../registry/read/watcher.ts';
import type { Handler } from '../exchange.ts';
import type { Representations } from '../representation/representations.ts';
import { parseListOptions } from '../request/list-options.ts';
import { sendText } from '../response/plain-text.ts';
import { setWarnings } from '../response/warnings.ts';
import type { ServedResource } from '../surface/api-surface.ts';
import { errorEvent, eventEncoder } from '../watch/event-encoders.ts';
import { withColumns } from '../watch/table-events.ts';
import type { WatchDurations } from '../watch/watch-durations.ts';
import type { WatchObserver } from '../watch/watch-observer.ts';
import { EndingSink, streamTransport } from '../watch/watch-transport.ts';
import { asksForWebSocket, WatchSockets } from '../websocket/watch-sockets.ts';

export interface WatchDependencies {
  watcher: Watcher;
  representations: Representations;
  dialect: Dialect;
  durations: WatchDurations;
  /** Whether a refusal names the media types of watches, not those of objects: since 1.24. */
  namesStreams: boolean;
  observe: WatchObserver;
}

/** GET of a collection, as a stream of its changes. */
export function watchHandler(dependencies: WatchDependencies): Handler {
  const { watcher, representations, dialect, durations, namesStreams, observe } = dependencies;
  const sockets = new WatchSockets(dialect.api);
  return async (exchange) => {
    const { request, response, state, info, served } = exchange;
    const isSocket = asksForWebSocket(request);
    const accept = isSocket ? withoutCbor(exchange.accept) : exchange.accept;
    const contentType = streamType(accept);
    if (contentType === undefined) throw notAcceptable(streamable(served, dialect, namesStreams));
    if (isSocket && !sockets.canAgree(request)) return sendText(response, 400, 'bad WebSocket protocol\n');
    const options = parseListOptions(exchange);
    const lines = eventEncoder(dialect, representations, served, accept, info.query.get('includeObject'));
    const opening = accept.as === 'Table' ? (bytes: Buffer) => withColumns(served, bytes) : undefined;
    const start = await watcher.prepare(served.resource, options).catch((error: unknown) => {
      if (!(error instanceof StatusError) || error.reason !== 'Expired') throw error;
      return error;
    });
    if (response.destroyed) return;
    const answer = isSocket ? sockets.accept(request, response, accept.isProtobuf, opening) : undefined;
    if (answer === 'refused') return;
    if (answer === undefined) setWarnings(response, state.warnings);
    const { sink, encoder, event } = answer ?? streamTransport(response, contentType, opening);
    const tell = (problem: StatusError): void =>
      void sink.write(event(errorEvent(problem.toStatus(state.texts), accept)));
    if (start instanceof StatusError) {
      tell(start);
      return sink.end();
    }
    const { stream } = start({
      selection: options.selection,
      encoder: encoder(lines),
      // An event is no list.
      sink: accept.as === 'PartialObjectMetadataList' ? new EndingSink(sink) : sink,
      bookmarks: options.allowWatchBookmarks,
      deadline: durations.deadline(options.timeoutSeconds),
      onFailed: tell,
      onExpired: () => {
        observe.terminated(served);
        tell(tooOld());
      },
    });
    stream.onStarted = () => {
      state.slot?.answered();
      if (options.sendInitialEvents) observe.listed(state, served);
    };
    const done = observe.opened(state, served);
    response.once('close', () => {
      stream[Symbol.dispose]();
      done();
    });
    if (response.destroyed) stream[Symbol.dispose]();
  };
}

/** Messages of a WebSocket are JSON or Protobuf. */
const withoutCbor = (accept: Negotiated): Negotiated =>
  accept.format === cborMediaType ? { ...accept, format: plainJson.format } : accept;

/** Undefined for a form in which there is no telling where an event ends. */
function streamType({ isProtobuf, format }: Negotiated): string | undefined {
  if (isProtobuf) return `${format};stream=watch`;
  if (format === cborMediaType) return cborStreamType;
  return format === plainJson.format ? format : undefined;
}

/** `namesStreams`: whether types of watches are named for built-in kinds too. */
const streamable = (
  { protobuf, custom }: ServedResource,
  dialect: Dialect,
  namesStreams: boolean,
): string[] => {
  const types = protobuf === undefined ? [plainJson.format] : [plainJson.format, dialect.protobuf];
  return custom === undefined && !namesStreams ? types : types.map((type) => `${type};stream=watch`);
};

const tooOld = () => expired('The resourceVersion for the provided watch is too old.');
