import { request as httpsRequest } from 'node:https';
import { PassThrough } from 'node:stream';
import type { Request, Response } from 'express';
import type { Dispatcher } from 'undici';
import { StatusError } from '../../../api/meta/status.ts';
import type { User } from '../../../api/meta/user.ts';
import type { Address } from '../../../client/connections.ts';
import { hostAndPort } from '../../../client/fault-text.ts';
import { isLongRunning, isMutating } from '../../../server/filters/filter.ts';
import { stateOf } from '../../../server/request-state.ts';
import { sendText } from '../../../server/routing/health.ts';
import { endToEndHeaders, hasBody } from '../../proxy/http/proxied-headers.ts';
import { dialErrorText } from '../../proxy/node/dial-error.ts';
import { asksForUpgrade, upgradeHeaders } from '../../proxy/tunnel/request-headers.ts';
import { tunnel } from '../../proxy/tunnel/upgrade.ts';
import { isAvailable, type RemoteApiService } from '../api-service/api-service.ts';
import { type Backend, originOf } from '../backend/backend.ts';
import type { Backends } from '../backend/backends.ts';
import { AnswerRelay } from './answer-relay.ts';
import { rewriteBackendLocation } from './backend-location.ts';
import { identityHeaders } from './identity-headers.ts';
import { sortedQuery } from './sorted-query.ts';

export interface ExtensionProxyDependencies {
  backends: Backends;
  refusesRedirects: boolean;
  /** Counts a request that came to no server. */
  terminated(code: number): void;
}

/** Milliseconds for the documents of discovery: clients ask for all of them before they do anything. */
const discoveryTimeout = 5_000;

/** A request on its way to another server. */
interface Passage {
  request: Request;
  response: Response;
  backend: Backend;
  address: Address;
  headers: string[];
}

/** Passes requests for the APIs of other servers on to them, with the name of the caller. */
export class ExtensionProxy {
  readonly #given: ExtensionProxyDependencies;

  constructor(given: ExtensionProxyDependencies) {
    this.#given = given;
  }

  /** Throws OverloadError. */
  async pass(request: Request, response: Response, service: RemoteApiService): Promise<void> {
    const state = stateOf(request);
    const { info, place } = state;
    state.isPassedOn = true;
    if (info.isResourceRequest && isMutating(info.verb) && !isLongRunning(info)) place?.take();
    const passage = this.#prepare(request, response, service);
    if (passage === undefined) return;
    if (asksForUpgrade(request)) return this.#upgrade(passage);
    await this.#send(passage);
  }

  #prepare(request: Request, response: Response, service: RemoteApiService): Passage | undefined {
    const { user } = stateOf(request);
    const refuse = (code: number, text: string): undefined => {
      this.#given.terminated(code);
      sendText(response, code, `${text}\n`);
    };
    if (!isAvailable(service)) return refuse(503, 'service unavailable');
    let address: Address;
    try {
      address = this.#given.backends.locate(service);
    } catch {
      return refuse(503, 'service unavailable');
    }
    try {
      const backend = this.#given.backends.of(service);
      return { request, response, backend, address, headers: identityHeaders(user as User) };
    } catch (error) {
      return refuse(500, (error as Error).message);
    }
  }

  async #send(passage: Passage): Promise<void> {
    const { request, address } = passage;
    const { info, auditId } = stateOf(request);
    const path = request.url.split('?', 1)[0]!;
    const host = hostAndPort(address.host, address.port);
    const headers = [
      ...withoutSaidHere(endToEndHeaders(request, host)),
      ...passage.headers,
      ...['X-Forwarded-Uri', path, 'X-Forwarded-Host', host, 'X-Forwarded-Proto', 'https'],
      ...['Audit-Id', auditId],
    ];
    // Whatever becomes of the body on its way, the connection to the client stays.
    const body = hasBody(request) ? request.pipe(new PassThrough()) : null;
    const options: Dispatcher.DispatchOptions = {
      origin: originOf(address),
      path: path + sortedQuery(info.rawQuery),
      method: request.method as Dispatcher.HttpMethod,
      headers,
      body,
    };
    const isDocument = !info.isResourceRequest && path.replace(/\/$/, '').split('/').length === 4;
    // A connection that was kept may be closed by its server just now; a read can be sent once more.
    const mayRetry = body === null && (request.method === 'GET' || request.method === 'HEAD');
    await this.#attempt(passage, options, isDocument ? discoveryTimeout : 0, mayRetry);
  }

  #attempt(
    { response, backend, address }: Passage,
    options: Dispatcher.DispatchOptions,
    timeout: number,
    mayRetry: boolean,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const host = hostAndPort(address.host, address.port);
      const send = (isLast: boolean): void => {
        let isRetried = false;
        const relay = new AnswerRelay({
          response,
          refusesRedirects: this.#given.refusesRedirects,
          rewrite: (location) => rewriteBackendLocation(location, host),
          failed: (error) => {
            isRetried = !isLast && isReset(error);
            if (isRetried) return send(true);
            const text = dialErrorText(error as NodeJS.ErrnoException, address);
            sendText(response, 503, `error trying to reach service: ${text}\n`);
          },
          done: () => {
            if (isRetried) return;
            clearTimeout(timer);
            resolve();
          },
        });
        if (timeout > 0) {
          clearTimeout(timer);
          timer = setTimeout(() => relay.abort(new Error('context deadline exceeded')), timeout);
        }
        backend.dispatch(options, relay).catch(reject);
      };
      send(!mayRetry);
    });
  }

  async #upgrade({ request, response, backend, address, headers }: Passage): Promise<void> {
    const { authority, insecure = false, identity, serverName } = backend.trust;
    const { certificate, privateKey } = identity?.() ?? {};
    const path = request.url.split('?', 1)[0]! + sortedQuery(stateOf(request).info.rawQuery);
    const outgoing = httpsRequest({
      ...{ method: request.method, path, host: address.host, port: address.port },
      headers: [...upgradeHeaders(request, hostAndPort(address.host, address.port)), ...headers],
      agent: false,
      ...(authority === undefined ? {} : { ca: authority }),
      rejectUnauthorized: !insecure,
      servername: serverName,
      cert: certificate,
      key: privateKey,
    });
    await tunnel(request, response, outgoing, address).catch((error: unknown) => {
      if (!(error instanceof StatusError) || error.code !== 500) throw error;
      this.#given.terminated(503);
      sendText(response, 503, `${error.message}\n`);
    });
  }
}

/** The server did not answer, and perhaps never read the request. */
const isReset = (error: NodeJS.ErrnoException): boolean =>
  error.code === 'UND_ERR_SOCKET' || error.code === 'ECONNRESET' || error.code === 'EPIPE';

/** Headers that this server sets itself, or has answered already (100-continue). */
const saidHere = new Set(['audit-id', 'expect']);

/** Names and values by turns, without those headers. */
function withoutSaidHere(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    if (!saidHere.has(headers[at]!.toLowerCase())) kept.push(headers[at]!, headers[at + 1]!);
  }
  return kept;
}
