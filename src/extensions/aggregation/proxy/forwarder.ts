import { request as httpRequest } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Request, Response } from 'express';
import type { Dispatcher } from 'undici';
import { StatusError } from '../../../api/meta/status.ts';
import { isLongRunning, isMutating } from '../../../api/request/request-info.ts';
import type { Address } from '../../../client/connections.ts';
import { type RequestState, stateOf } from '../../../server/request-state.ts';
import { sendText } from '../../../server/response/plain-text.ts';
import { endToEndHeaders, hasBody } from '../../proxy/http/proxied-headers.ts';
import { dialErrorText, hasEnded, hostPort } from '../../proxy/node/dial-error.ts';
import { Places, tunnelLimits } from '../../proxy/tunnel/places.ts';
import { asksForUpgrade, upgradeHeaders } from '../../proxy/tunnel/request-headers.ts';
import { tunnel } from '../../proxy/tunnel/upgrade.ts';
import { type Backend, originOf } from '../backend/backend.ts';
import { AnswerRelay } from './answer-relay.ts';
import { rewriteBackendLocation } from './backend-location.ts';
import { sortedQuery } from './sorted-query.ts';

export interface ForwarderDependencies {
  refusesRedirects: boolean;
  /** Counts a request that came to no server. */
  terminated(state: RequestState, code: number): void;
}

/** Milliseconds for the documents of discovery: clients ask for all of them before they do anything. */
const discoveryTimeout = 5_000;

/** A request on its way to another server. */
export interface Passage {
  request: Request;
  response: Response;
  backend: Backend;
  address: Address;
  /** Names and values by turns: those that name the caller, and whatever else the other server is to know. */
  headers: string[];
}

/** Passes requests on to another server, with bodies, watches and upgraded connections. */
export class Forwarder {
  readonly #dependencies: ForwarderDependencies;
  readonly #tunnels = new Places('connections to extension servers', tunnelLimits);

  constructor(dependencies: ForwarderDependencies) {
    this.#dependencies = dependencies;
  }

  /** Takes the place of a write, which is held until the answer is there. Throws OverloadError and TooManyRequests. */
  async begin(request: Request): Promise<void> {
    const state = stateOf(request);
    const { info, slot } = state;
    state.isProxied = true;
    if (info.isResourceRequest && isMutating(info.verb) && !isLongRunning(info)) await slot?.take();
  }

  /** Throws OverloadError and TooManyRequests. */
  async forward(passage: Passage): Promise<void> {
    const { request, response } = passage;
    if (asksForUpgrade(request)) {
      this.#tunnels.occupy(stateOf(request).user!, response);
      return this.#upgrade(passage);
    }
    await this.#send(passage);
  }

  async #send(passage: Passage): Promise<void> {
    const { request, response, address } = passage;
    const { info, auditId } = stateOf(request);
    const path = request.url.split('?', 1)[0]!;
    const host = hostPort(address);
    // Whatever becomes of the body on its way, the connection to the client stays.
    const body = hasBody(request) ? request.pipe(new PassThrough()) : null;
    const options: Dispatcher.DispatchOptions = {
      origin: originOf(address),
      path: path + sortedQuery(info.rawQuery),
      method: request.method as Dispatcher.HttpMethod,
      headers: [
        ...endToEndHeaders(request, host, replaced),
        ...passage.headers,
        ...['X-Forwarded-Uri', path, 'X-Forwarded-Host', host, 'X-Forwarded-Proto', 'https'],
        ...['Audit-Id', auditId],
      ],
      body,
    };
    const isDocument = !info.isResourceRequest && path.replace(/\/$/, '').split('/').length === 4;
    const timeout = isDocument ? discoveryTimeout : 0;
    let failure = await this.#attempt(passage, options, timeout);
    // A connection that was kept may be closed by its server just now; a read can be sent once more.
    const mayRetry = body === null && (request.method === 'GET' || request.method === 'HEAD');
    if (failure !== undefined && mayRetry && hasEnded(failure) && !response.destroyed)
      failure = await this.#attempt(passage, options, timeout);
    if (failure === undefined || response.destroyed || response.writableEnded) return;
    sendText(response, 503, `error trying to reach service: ${dialErrorText(failure, address)}\n`);
  }

  /** Undefined when the client has an answer, or the beginning of one; else why there is none. */
  #attempt(
    { response, backend, address }: Passage,
    options: Dispatcher.DispatchOptions,
    timeout: number,
  ): Promise<Error | undefined> {
    return new Promise((resolve, reject) => {
      const host = hostPort(address);
      const relay = new AnswerRelay({
        response,
        refusesRedirects: this.#dependencies.refusesRedirects,
        rewrite: (location) => rewriteBackendLocation(location, host),
        done: (failure) => {
          clearTimeout(timer);
          resolve(failure);
        },
      });
      const late = (): void => relay.abort(new Error('context deadline exceeded'));
      const timer = timeout > 0 ? setTimeout(late, timeout) : undefined;
      backend.dispatch(options, relay).catch(reject);
    });
  }

  async #upgrade({ request, response, backend, address, headers }: Passage): Promise<void> {
    const { method } = request;
    const path = request.url.split('?', 1)[0]! + sortedQuery(stateOf(request).info.rawQuery);
    const refuse = (text: string): void => {
      this.#dependencies.terminated(stateOf(request), 503);
      if (!response.destroyed) sendText(response, 503, `${text}\n`);
    };
    const socket = await backend.connect(address).catch((error: Error) => {
      refuse(`error dialing backend: ${dialErrorText(error, address)}`);
    });
    if (socket === undefined) return;
    const outgoing = httpRequest({
      method,
      path,
      createConnection: () => socket,
      headers: [...upgradeHeaders(request, hostPort(address)), ...headers],
    });
    await tunnel(request, response, outgoing, address).catch((error: unknown) => {
      if (!(error instanceof StatusError) || error.code !== 500) throw error;
      refuse(error.message);
    });
  }
}

/** Headers that this server sets itself, or has answered already (100-continue). */
const replaced: ReadonlySet<string> = new Set(['audit-id', 'expect']);
