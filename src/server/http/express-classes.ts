import { IncomingMessage, ServerResponse } from 'node:http';
import { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Express } from 'express';
import { tellWrites } from './answer.ts';
import { guardPiecesOf } from './piece-guard.ts';

/**
 * Express sets the prototypes of every request and response to objects of its own, which makes V8 forget what
 * it has learned about them (61 to 78 µs a request instead of 13.9). Here each class of Node gets a subclass
 * whose prototype carries the properties of Express, and the application is told that this is the prototype to
 * set: setting the one that an object has already does nothing.
 *
 * The same makes HTTP/2 work, whose requests do not inherit from http.IncomingMessage. An application has one
 * `request` and one `response`, so HTTP/2 goes through an object that inherits the rest from it.
 */
export interface ExpressClasses {
  Http1Request: typeof IncomingMessage;
  Http1Response: typeof ServerResponse;
  Http2Request: typeof Http2ServerRequest;
  Http2Response: typeof Http2ServerResponse;
  /** The handlers of HTTP/1.1 and HTTP/2 requests: the same routes. */
  http1: RequestSink;
  http2: RequestSink;
}

export interface RequestSink {
  handle(request: unknown, response: unknown, done: (error?: unknown) => void): void;
}

export function expressClasses(application: Express): ExpressClasses {
  const { request, response } = application;
  const Http1Request = subclass(IncomingMessage, request);
  const Http1Response = subclass(ServerResponse, response);
  const Http2Request = subclass(Http2ServerRequest, request);
  const Http2Response = subclass(Http2ServerResponse, response);
  guardPiecesOf(Http1Request.prototype);
  tellWrites(Http1Response.prototype, false);
  tellWrites(Http2Response.prototype, true);
  // Whether its client is gone: Node declares it for HTTP/2 too, and leaves it out.
  Object.defineProperty(Http2Response.prototype, 'destroyed', { get: isDestroyed });
  const sink = (requests: object, responses: object): RequestSink =>
    Object.create(application, { request: { value: requests }, response: { value: responses } });
  return {
    Http1Request,
    Http1Response,
    Http2Request,
    Http2Response,
    http1: sink(Http1Request.prototype, Http1Response.prototype),
    http2: sink(Http2Request.prototype, Http2Response.prototype),
  };
}

function isDestroyed(this: Http2ServerResponse): boolean {
  return this.stream.destroyed;
}

type AnyClass = new (...parameters: any[]) => object;

/** A subclass of base with the properties that additions and its ancestors have below Node's own classes. */
function subclass<Base extends AnyClass>(base: Base, additions: object): Base {
  const result = class extends base {};
  for (let source = additions; !isNodes(source); source = Object.getPrototypeOf(source)) {
    const properties = Object.getOwnPropertyDescriptors(source);
    for (const [name, property] of Object.entries(properties)) {
      if (!Object.hasOwn(result.prototype, name)) Object.defineProperty(result.prototype, name, property);
    }
  }
  return result;
}

const isNodes = (prototype: object): boolean =>
  prototype === IncomingMessage.prototype || prototype === ServerResponse.prototype;
