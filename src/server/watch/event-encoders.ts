import { cborMediaType } from '../../api/codec/cbor/cbor.ts';
import { encodeCbor } from '../../api/codec/cbor/encode.ts';
import { cborOfJson, cborPiecesOfJson } from '../../api/codec/cbor/transcode.ts';
import { writeJson } from '../../api/codec/json.ts';
import { type Negotiated, plainJson } from '../../api/codec/negotiation.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { Status } from '../../api/meta/status.ts';
import type { CacheEntry } from '../../storage/watch-cache/entry.ts';
import type { EventEncoder, EventType } from '../../storage/watch-cache/event.ts';
import type { Representations } from '../representation/representations.ts';
import { parseIncludeObject } from '../representation/tables.ts';
import type { ServedResource } from '../surface/api-surface.ts';
import { Bookmarks } from './bookmarks.ts';
import { PartialProtobufEvents, ProtobufEvents, protobufErrorEvent } from './protobuf-events.ts';
import { TableEvents } from './table-events.ts';

/** The encoder of a watch, for the form that was agreed on. */
export function eventEncoder(
  dialect: Dialect,
  representations: Representations,
  served: ServedResource,
  accept: Negotiated,
  includeObject: string | undefined,
): EventEncoder {
  if (accept.format === cborMediaType) {
    const asJson = { ...accept, format: plainJson.format };
    return new CborEvents(eventEncoder(dialect, representations, served, asJson, includeObject));
  }
  const bookmarks = new Bookmarks(dialect, served);
  if (accept.isProtobuf) {
    return accept.as === undefined
      ? new ProtobufEvents(served, bookmarks)
      : new PartialProtobufEvents(served, bookmarks, representations.entryEncoders.ranges, accept.version);
  }
  if (accept.as === undefined) return new JsonEvents(served, bookmarks);
  if (accept.as !== 'Table') return new PartialEvents(served, bookmarks, representations, accept.version);
  const form = { version: accept.version, include: parseIncludeObject(includeObject) };
  return new TableEvents(served, bookmarks, representations, form);
}

/** One JSON document a line: {"type":"ADDED","object":{…}} */
class JsonEvents implements EventEncoder {
  readonly id: string;
  readonly #bookmarks: Bookmarks;
  readonly #served: ServedResource;

  constructor(served: ServedResource, bookmarks: Bookmarks) {
    this.id = `json ${served.apiVersion}`;
    this.#bookmarks = bookmarks;
    this.#served = served;
  }

  frame(type: EventType, entry: CacheEntry): Buffer {
    return line(type, this.#served.codec.entry(entry).json);
  }

  bookmark(revision: number, endsInitialEvents: boolean): Buffer {
    return valueLine('BOOKMARK', this.#bookmarks.served(revision, endsInitialEvents));
  }
}

/** Bytes of an event that are made in one go: some milliseconds, of numbers. */
const pieceLength = 32 * 1024;

/** One document of CBOR an event, made of a line of JSON. */
class CborEvents implements EventEncoder {
  readonly id: string;
  readonly #lines: EventEncoder;

  constructor(lines: EventEncoder) {
    this.id = `cbor of ${lines.id}`;
    this.#lines = lines;
  }

  frame(type: EventType, entry: CacheEntry): Buffer {
    return cborOfJson(this.#lines.frame(type, entry));
  }

  pieces(type: EventType, entry: CacheEntry): Iterable<Buffer> {
    return cborPiecesOfJson(this.#lines.frame(type, entry), pieceLength);
  }

  bookmark(revision: number, endsInitialEvents: boolean): Buffer {
    return cborOfJson(this.#lines.bookmark(revision, endsInitialEvents));
  }
}

class PartialEvents implements EventEncoder {
  readonly id: string;
  readonly #served: ServedResource;
  readonly #bookmarks: Bookmarks;
  readonly #representations: Representations;
  readonly #version: string;

  constructor(
    served: ServedResource,
    bookmarks: Bookmarks,
    representations: Representations,
    version: string,
  ) {
    this.id = `partial ${version} ${served.apiVersion}`;
    this.#served = served;
    this.#bookmarks = bookmarks;
    this.#representations = representations;
    this.#version = version;
  }

  frame(type: EventType, entry: CacheEntry): Buffer {
    return line(type, this.#representations.entryEncoders.partial(this.#served, entry, this.#version));
  }

  bookmark(revision: number, endsInitialEvents: boolean): Buffer {
    const object = this.#bookmarks.served(revision, endsInitialEvents);
    return valueLine('BOOKMARK', this.#representations.partial(object, this.#version));
  }
}

const end = Buffer.from('}\n');

/** An event as a line of JSON; the object is JSON already. */
function line(type: string, object: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`{"type":"${type}","object":`), object, end]);
}

const valueLine = (type: string, object: object): Buffer => line(type, Buffer.from(writeJson(object)));

/** The last event of a watch that cannot go on: a Status as its object. */
export function errorEvent(status: Status, { isProtobuf, format }: Negotiated): Buffer {
  if (format === cborMediaType) return encodeCbor({ type: 'ERROR', object: status });
  return isProtobuf ? protobufErrorEvent(status) : valueLine('ERROR', status);
}
