import type { Request, Response } from 'express';
import { parseAccept } from '../../api/codec/media-type.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import type { Clock } from '../../util/clock.ts';
import { stateOf } from '../request-state.ts';
import { acceptsGzip } from '../response/compression.ts';
import { type Encoding, jsonType, type OpenApiDocuments } from './documents.ts';
import type { Form } from './names.ts';
import type { Published } from './published.ts';

const v2Path = '/openapi/v2';
const v3Path = '/openapi/v3';

/** A year in milliseconds, for what never changes below its URL. */
const forever = 365 * 24 * 3600 * 1000;

/** The media types of the Protobuf forms; the spelling with `@` is what clients before 1.27 ask for. */
const protobufTypes: Readonly<Record<Form, readonly string[]>> = {
  v2: [
    'application/com.github.proto-openapi.spec.v2@v1.0+protobuf',
    'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
  ],
  v3: [
    'application/com.github.proto-openapi.spec.v3@v1.0+protobuf',
    'application/com.github.proto-openapi.spec.v3.v1.0+protobuf',
  ],
};

/** The ways in which releases differ in how documents are sent, whatever is in them. */
export interface PublicationRules {
  /** Whether the index of v3 is a file in plain text, of which parts can be had, and each document says what it depends on. */
  readonly isPlainIndex: boolean;
  /** Whether the index of the server names the folder of v3 as well. */
  readonly listsFolder: boolean;
}

export const publicationRules = (release: string): PublicationRules => ({
  isPlainIndex: isReleasedBy('1.24', release),
  listsFolder: isReleasedBy('1.24', release),
});

/** Answers /openapi/v2, /openapi/v3 and the documents below it. */
export class OpenApiHandler {
  readonly #documents: OpenApiDocuments;
  readonly #clock: Clock;
  readonly #rules: PublicationRules;

  constructor(documents: OpenApiDocuments, clock: Clock, rules: PublicationRules) {
    this.#documents = documents;
    this.#clock = clock;
    this.#rules = rules;
  }

  /** The paths it serves, for the index. */
  get paths(): string[] {
    return [v2Path, v3Path, ...(this.#rules.listsFolder ? [`${v3Path}/`] : [])];
  }

  /** False when the path is none of its documents'. */
  async handle(request: Request, response: Response): Promise<boolean> {
    const { info, pacer } = stateOf(request);
    const { path, query } = info;
    if (path === v2Path)
      return this.#answer(request, response, 'v2', (encoding) => this.#documents.v2(encoding, pacer));
    if (path === v3Path || (path === `${v3Path}/` && !this.#rules.isPlainIndex)) {
      const index = await this.#documents.v3Index(pacer);
      if (this.#rules.isPlainIndex) sendFile(request, response, index.bytes);
      else send(request, response, index, earlierVary);
      return true;
    }
    if (!path.startsWith(`${v3Path}/`)) return false;
    const key = path.slice(v3Path.length + 1);
    // The URL is made of the JSON, and nothing may change before the answer.
    if (encodingFor(request.headers.accept, 'v3') === 'protobuf')
      await this.#documents.convert(key, 'protobuf', pacer);
    await this.#documents.convert(key, 'json', pacer);
    const url = this.#documents.v3Url(key);
    if (url === undefined) return this.#sendUnknown(response);
    const { accept } = request.headers;
    if (this.#rules.isPlainIndex) {
      if (accept !== undefined && accept !== '' && parseAccept(accept).length === 0)
        return sendNothing(response, 200);
      response.setHeader('Vary', 'Accept');
      if (encodingFor(accept, 'v3') === undefined) return sendNothing(response, 406);
    }
    const hash = query.get('hash') ?? '';
    if (hash !== '' && !url.endsWith(`=${hash}`)) {
      if (this.#rules.isPlainIndex) response.setHeader('ETag', `"${url.slice(url.lastIndexOf('=') + 1)}"`);
      response
        .writeHead(301, { Location: url, ...(this.#rules.isPlainIndex ? { 'Content-Type': jsonType } : {}) })
        .end();
      return true;
    }
    if (hash !== '') this.#neverChanges(response);
    return this.#answer(request, response, 'v3', (encoding) => this.#documents.v3(key, encoding)!);
  }

  async #answer(
    request: Request,
    response: Response,
    form: Form,
    document: (encoding: Encoding) => Published | Promise<Published>,
  ): Promise<true> {
    const encoding = encodingFor(request.headers.accept, form);
    const vary = this.#rules.isPlainIndex ? varyOf[form] : earlierVary;
    if (encoding === undefined) {
      if (this.#rules.isPlainIndex) response.setHeader('Vary', vary);
      return sendNothing(response, 406);
    }
    send(request, response, await document(encoding), vary);
    return true;
  }

  #sendUnknown(response: Response): boolean {
    return this.#rules.isPlainIndex && sendNothing(response, 404);
  }

  #neverChanges(response: Response): void {
    response.setHeader('Cache-Control', 'public, immutable');
    response.setHeader('Expires', new Date(this.#clock.now() + forever).toUTCString());
  }
}

/** Only the large document of v2 is sent compressed. */
const varyOf: Readonly<Record<Form, string>> = { v2: 'Accept-Encoding, Accept', v3: 'Accept' };
const earlierVary = 'Accept, Accept-Encoding';

function encodingFor(accept: string | undefined, form: Form): Encoding | undefined {
  if (accept === undefined || accept === '') return 'json';
  for (const { type } of parseAccept(accept)) {
    if (type === '*/*' || type === 'application/*' || type === 'application/json') return 'json';
    if (protobufTypes[form].includes(type)) return 'protobuf';
  }
  return undefined;
}

function send(request: Request, response: Response, published: Published, vary: string): void {
  if (response.writableEnded || response.destroyed) return;
  const tag = `"${published.hash}"`;
  response.setHeader('ETag', tag);
  response.setHeader('Last-Modified', published.modified);
  response.setHeader('Vary', vary);
  if (matches(request.headers['if-none-match'], tag)) return void response.writeHead(304).end();
  response.setHeader('Content-Type', published.contentType);
  const plain = () => sendBytes(request, response, published.bytes);
  if (vary === varyOf.v3 || !acceptsGzip(request)) return void plain();
  // The client may be gone when it is done.
  published.compressed().then((bytes) => {
    if (response.destroyed) return;
    response.setHeader('Content-Encoding', 'gzip');
    sendBytes(request, response, bytes);
  }, plain);
}

/** `If-None-Match: "a", W/"b"` or `*` */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((given) => ['*', tag, `W/${tag}`].includes(given.trim()));
}

function sendBytes(request: Request, response: Response, bytes: Uint8Array): void {
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** An answer without a body, which says nothing of its type. */
function sendNothing(response: Response, code: number): true {
  response.writeHead(code).end();
  return true;
}

/** Sends a file the part of it that `Range` asks for, or all. */
function sendFile(request: Request, response: Response, bytes: Uint8Array): void {
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('Accept-Ranges', 'bytes');
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (from === undefined || Number(from) >= bytes.length) return sendBytes(request, response, bytes);
  const end = to === undefined || to === '' ? bytes.length : Math.min(Number(to) + 1, bytes.length);
  if (end <= Number(from)) return sendBytes(request, response, bytes);
  response.statusCode = 206;
  response.setHeader('Content-Range', `bytes ${from}-${end - 1}/${bytes.length}`);
  sendBytes(request, response, bytes.subarray(Number(from), end));
}
