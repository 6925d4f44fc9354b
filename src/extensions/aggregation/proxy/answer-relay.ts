import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Response } from 'express';
import type { Dispatcher } from 'undici';
import { abortResponse } from '../../../server/http/abort-response.ts';
import { hasLinks, pageOf } from '../../proxy/http/page.ts';
import { answeredHeaders } from '../../proxy/http/proxied-headers.ts';

export interface RelayOptions {
  response: Response;
  /** Makes the place that the server points to one that its client can ask for. */
  rewrite(location: string): string;
  /** A redirect sends clients, and their credentials, to where the server likes: CVE-2022-3172. */
  refusesRedirects: boolean;
  /** The answer ended before it began, for that reason. */
  failed(error: Error): void;
  /** Everything is over. */
  done(): void;
}

const redirectText = 'the backend attempted to redirect this request, which is not permitted';

/** Streams the answer of an extension server to the client, with backpressure. */
export class AnswerRelay implements Dispatcher.DispatchHandler {
  readonly #options: RelayOptions;
  readonly #response: Response;
  /** Where a page goes whose links are rewritten on the way. */
  #page: PassThrough | undefined;
  #isStarted = false;
  #isFlushed = false;
  /** The client was answered with a refusal of this server. */
  #isRefused = false;
  readonly #onDrain: () => void;
  readonly #onClose: () => void;
  #controller: Dispatcher.DispatchController | undefined;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#response = options.response;
    this.#onDrain = () => this.#controller?.resume();
    this.#onClose = () => this.abort(new Error('the client is gone'));
    this.#response.on('drain', this.#onDrain).once('close', this.#onClose);
  }

  /** Cancels the request at the extension server. */
  abort(reason: Error): void {
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#response.destroyed) this.#onClose();
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    code: number,
    headers: IncomingHttpHeaders,
  ): void {
    // The answer proper is still to come.
    if (code < 200) return;
    this.#isStarted = true;
    const response = this.#response;
    if (response.writableEnded) return controller.abort(new Error('answered already'));
    if (code >= 300 && code < 400 && headers.location !== undefined && this.#options.refusesRedirects) {
      this.#refuseRedirect();
      return controller.abort(new Error(redirectText));
    }
    response.statusCode = code;
    const message = { headers, rawHeaders: rawHeadersOf(controller) };
    const isPage = hasLinks(message as unknown as IncomingMessage);
    for (const [name, value] of answeredHeaders(message)) {
      const key = name.toLowerCase();
      if (isPage && key === 'content-length') continue;
      response.appendHeader(name, key === 'location' ? this.#options.rewrite(value) : value);
    }
    if (isPage) return void this.#rewriteLinks(headers).catch(() => abortResponse(response));
    // A short answer leaves in one piece; the head of one that takes its time does not wait for it.
    setImmediate(() => {
      if (!this.#isFlushed && !response.writableEnded && !response.destroyed) response.flushHeaders();
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#isFlushed = true;
    const target = this.#page ?? this.#response;
    if (target.writableEnded || target.destroyed) return;
    if (!target.write(chunk)) controller.pause();
  }

  onResponseEnd(_controller: Dispatcher.DispatchController, trailers: IncomingHttpHeaders): void {
    const response = this.#response;
    if (this.#page !== undefined) this.#page.end();
    else if (!response.writableEnded) {
      const known = Object.entries(trailers ?? {}).filter((entry): entry is [string, string] => !!entry[1]);
      if (known.length > 0) response.addTrailers(Object.fromEntries(known));
      response.end();
    }
    this.#over();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const response = this.#response;
    if (this.#isRefused || response.destroyed || response.writableEnded) return this.#over();
    if (!this.#isStarted) this.#options.failed(error);
    // The client must not take the beginning for the whole.
    else if (this.#page !== undefined) this.#page.destroy(error);
    else abortResponse(response);
    this.#over();
  }

  #over(): void {
    this.#response.off('drain', this.#onDrain).off('close', this.#onClose);
    this.#options.done();
  }

  #refuseRedirect(): void {
    const response = this.#response;
    this.#isRefused = true;
    response.statusCode = 502;
    response.setHeader('Content-Type', 'text/plain; charset=utf-8');
    response.end(redirectText);
  }

  async #rewriteLinks(headers: IncomingHttpHeaders): Promise<void> {
    const response = this.#response;
    const page = new PassThrough();
    this.#page = page.on('drain', this.#onDrain);
    const source = Object.assign(page, { headers }) as unknown as IncomingMessage;
    const rewritten = await pageOf(source, this.#options.rewrite);
    rewritten.once('error', () => abortResponse(response));
    rewritten.pipe(response);
  }
}

function rawHeadersOf({ rawHeaders }: Dispatcher.DispatchController): string[] {
  return ((rawHeaders ?? []) as readonly (Buffer | string)[]).map((text) =>
    typeof text === 'string' ? text : text.toString('latin1'),
  );
}
