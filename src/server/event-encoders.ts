import { writeJson } from '../api/codec/json.ts';
import type { Negotiated } from '../api/codec/negotiation.ts';
import type { Dialect } from '../api/machinery/dialect.ts';
import type { ApiObject } from '../api/machinery/metadata.ts';
import { decodeServed } from '../registry/object-codec.ts';
import { Shaper } from '../api/codec/shape.ts';
import type { CacheEntry } from '../storage/watch-cache/entry.ts';
import type { EventEncoder, EventType } from '../storage/watch-cache/event.ts';
import type { ServedResource } from './api-surface.ts';
import { type IncludeObject, parseIncludeObject, type Views } from './views.ts';

/** The encoder of a watch, for the form that was agreed on. */
export function eventEncoder(
  dialect: Dialect,
  views: Views,
  served: ServedResource,
  accept: Negotiated,
  includeObject: string | undefined,
): EventEncoder {
  const plain = new JsonEvents(dialect, served);
  if (accept.as === 'Table') {
    return new TableEvents(plain, views, served, accept.version, parseIncludeObject(includeObject));
  }
  return accept.as === undefined ? plain : new PartialEvents(plain, views, served, accept.version);
}

const end = Buffer.from('}\n');

/** One JSON document a line: {"type":"ADDED","object":{…}} */
class JsonEvents implements EventEncoder {
  readonly id: string;
  readonly #dialect: Dialect;
  readonly #served: ServedResource;

  constructor(dialect: Dialect, served: ServedResource) {
    this.id = `json ${served.apiVersion}`;
    this.#dialect = dialect;
    this.#served = served;
  }

  frame(type: EventType, entry: CacheEntry): Buffer {
    return line(type, this.#served.form.entry(entry).json);
  }

  bookmark(revision: number, endsInitialEvents: boolean): Buffer {
    return line('BOOKMARK', Buffer.from(writeJson(this.bookmarkObject(revision, endsInitialEvents))));
  }

  /** Nothing but a resource version, in the shape of the kind. */
  bookmarkObject(revision: number, endsInitialEvents: boolean): ApiObject {
    const { kind, schema } = this.#served.definition;
    const metadata = {
      resourceVersion: String(revision),
      ...(endsInitialEvents ? { annotations: { [`${this.#dialect.api}/initial-events-end`]: 'true' } } : {}),
    };
    const shaped = new Shaper().shape({ metadata }, schema);
    return { kind, apiVersion: this.#served.apiVersion, ...shaped } as unknown as ApiObject;
  }
}

/** Every event a Table of one row. */
class TableEvents implements EventEncoder {
  readonly id: string;
  readonly #plain: JsonEvents;
  readonly #views: Views;
  readonly #served: ServedResource;
  readonly #version: string;
  readonly #include: IncludeObject;

  constructor(plain: JsonEvents, views: Views, served: ServedResource, version: string, include: IncludeObject) {
    this.id = `table ${version} ${include} ${served.apiVersion}`;
    this.#plain = plain;
    this.#views = views;
    this.#served = served;
    this.#version = version;
    this.#include = include;
  }

  frame(type: EventType, entry: CacheEntry): Buffer {
    return this.#line(type, decodeServed(entry.json));
  }

  bookmark(revision: number, endsInitialEvents: boolean): Buffer {
    return this.#line('BOOKMARK', this.#plain.bookmarkObject(revision, endsInitialEvents));
  }

  #line(type: string, object: ApiObject): Buffer {
    const metadata = { resourceVersion: object.metadata.resourceVersion! };
    const table = this.#views.table(this.#served, [object], metadata, this.#version, this.#include);
    return line(type, Buffer.from(writeJson(table)));
  }
}

class PartialEvents implements EventEncoder {
  readonly id: string;
  readonly #plain: JsonEvents;
  readonly #views: Views;
  readonly #version: string;

  constructor(plain: JsonEvents, views: Views, served: ServedResource, version: string) {
    this.id = `partial ${version} ${served.apiVersion}`;
    this.#plain = plain;
    this.#views = views;
    this.#version = version;
  }

  frame(type: EventType, entry: CacheEntry): Buffer {
    return this.#line(type, decodeServed(entry.json));
  }

  bookmark(revision: number, endsInitialEvents: boolean): Buffer {
    return this.#line('BOOKMARK', this.#plain.bookmarkObject(revision, endsInitialEvents));
  }

  #line(type: string, object: ApiObject): Buffer {
    return line(type, Buffer.from(writeJson(this.#views.partial(object, this.#version))));
  }
}

function line(type: string, object: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`{"type":"${type}","object":`), object, end]);
}

/** The last event of a watch that cannot go on: a Status as its object. */
export function errorEvent(status: object): Buffer {
  return line('ERROR', Buffer.from(writeJson(status)));
}
