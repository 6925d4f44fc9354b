import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Response } from 'express';
import type { Dispatcher } from 'undici';
import { abortResponse } from '../../../server/http/abort-response.ts';
import { copyHead, type RewriteLocation } from '../../proxy/http/answer-head.ts';
import { pageOf } from '../../proxy/http/page.ts';

export interface RelayOptions {
  response: Response;
  rewrite: RewriteLocation;
  /** A redirect sends clients, and their credentials, to where the server likes: CVE-2022-3172. */
  refusesRedirects: boolean;
  /** Called once, when all is over. `failure`: why there was no answer; then the client has had none. */
  done(failure?: Error): void;
}

const redirectText = 'the backend attempted to redirect this request, which is not permitted';

/** Streams the answer of an extension server to the client, with backpressure. */
export class AnswerRelay implements Dispatcher.DispatchHandler {
  readonly #options: RelayOptions;
  readonly #response: Response;
  /** Target of a page whose links are rewritten on the way. */
  #page: PassThrough | undefined;
  #isStarted = false;
  #isFlushed = false;
  /** The client was answered with a refusal of this server. */
  #isRefused = false;
  #isOver = false;
  readonly #onDrain: () => void;
  readonly #onClose: () => void;
  /** Undefined while there is no connection yet. */
  #controller: Dispatcher.DispatchController | undefined;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#response = options.response;
    this.#onDrain = () => this.#controller?.resume();
    this.#onClose = () => this.abort(new Error('the client is gone'));
    this.#response.on('drain', this.#onDrain).once('close', this.#onClose);
  }

  /** Cancels the request at the extension server, also while it waits for a connection. */
  abort(reason: Error): void {
    if (this.#controller !== undefined) this.#controller.abort(reason);
    else this.#over(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver || this.#response.destroyed) controller.abort(new Error('given up'));
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
    const message = { headers, rawHeaders: rawHeadersOf(controller) };
    if (copyHead(code, message, response, this.#options.rewrite))
      return void this.#rewriteLinks(headers).catch(() => abortResponse(response));
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
    if (!this.#isStarted) return this.#over(error);
    const response = this.#response;
    const isAnswered = this.#isRefused || response.destroyed || response.writableEnded;
    // The client must not take the beginning for the whole.
    if (!isAnswered && this.#page !== undefined) this.#page.destroy(error);
    else if (!isAnswered) abortResponse(response);
    this.#over();
  }

  #over(failure?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#response.off('drain', this.#onDrain).off('close', this.#onClose);
    this.#options.done(failure);
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
    const rewritten = await pageOf(page, headers, this.#options.rewrite);
    rewritten.once('error', () => abortResponse(response));
    rewritten.pipe(response);
  }
}

function rawHeadersOf({ rawHeaders }: Dispatcher.DispatchController): string[] {
  return ((rawHeaders ?? []) as readonly (Buffer | string)[]).map((text) =>
    typeof text === 'string' ? text : text.toString('latin1'),
  );
}
