import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Request, Response } from 'express';
import { StatusError } from '../../../api/meta/status.ts';
import type { Address } from '../../../client/connections.ts';
import type { Exchange } from '../../../server/exchange.ts';
import { abortResponse } from '../../../server/http/abort-response.ts';
import { dialErrorText, hostPort, noAnswer, proxyError } from '../node/dial-error.ts';
import { checkedLookup, dialling } from '../node/dialled-address.ts';
import type { NodeAgents } from '../node/node-agents.ts';
import { asksForUpgrade, upgradeHeaders } from '../tunnel/request-headers.ts';
import { tunnel } from '../tunnel/upgrade.ts';
import { copyHead, type RewriteLocation } from './answer-head.ts';
import { rewriteLocation } from './location-header.ts';
import { pageOf } from './page.ts';
import { proxiedHeaders } from './proxied-headers.ts';
import { subPath } from './sub-path.ts';
import type { Target } from './targets.ts';

export interface HttpProxyDependencies {
  agents: NodeAgents;
  allowLocal: boolean;
  /** Limit of an upgraded connection, each way; 0: none. */
  bytesPerSecond: number;
  /** Since release 1.23 only reads are sent to the path with a slash at its end. */
  redirectsReadsOnly: boolean;
  /** Before release 1.21 a backend that is not reached was an error without a reason. */
  saysUnavailable: boolean;
}

/** Passes requests on to what listens in pods, Services and nodes, and their answers back. */
export class HttpProxy {
  readonly #dependencies: HttpProxyDependencies;

  constructor(dependencies: HttpProxyDependencies) {
    this.#dependencies = dependencies;
  }

  async pass({ request, response, info }: Exchange, target: Target): Promise<void> {
    const [path = '', query] = request.url.split(/\?(.*)/s);
    const search = query === undefined ? '' : `?${query}`;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (info.tail === '' && (isRead || !this.#dependencies.redirectsReadsOnly) && !asksForUpgrade(request)) {
      response.setHeader('Location', `${path}/${search}`);
      return void response.status(301).end();
    }
    const address = addressOf(target);
    const sub = subPath(info.tail);
    if (asksForUpgrade(request)) {
      const headers = upgradeHeaders(request, hostPort(address));
      // Without its query, as clients know it.
      const outgoing = this.#send(target, address, request, sub, headers);
      return tunnel(request, response, outgoing, address, this.#dependencies.bytesPerSecond);
    }
    const outgoing = this.#send(target, address, request, sub + search, proxiedHeaders(request, path));
    const message = await this.#answerTo(request, response, outgoing, address);
    if (message === undefined) return;
    const prefix = path.slice(0, path.length - info.tail.length);
    const place = { prefix, backend: hostOf(target), client: request.headers.host ?? '' };
    await giveBack(message, response, (location) => rewriteLocation(location, place));
  }

  #send(
    target: Target,
    address: Address,
    { method, socket }: Request,
    path: string,
    headers: string[],
  ): ClientRequest {
    if (target.isAgent) {
      const ownPort = socket.localPort;
      return this.#dependencies.agents.send({ method, address, path, headers, ownPort });
    }
    const { host, port } = address;
    const lookup = checkedLookup(host, dialling(this.#dependencies.allowLocal));
    const options = { host, port, method, path, headers, lookup, agent: false };
    return target.scheme === 'http'
      ? httpRequest(options)
      : httpsRequest({ ...options, rejectUnauthorized: false });
  }

  /** Undefined when the client is gone. */
  async #answerTo(
    request: Request,
    response: Response,
    outgoing: ClientRequest,
    address: Address,
  ): Promise<IncomingMessage | undefined> {
    response.once('close', () => outgoing.destroy());
    if (response.destroyed) outgoing.destroy();
    try {
      return await new Promise((resolve, reject) => {
        outgoing.once('response', resolve).once('close', () => reject(noAnswer()));
        outgoing.on('error', reject);
        request.pipe(outgoing);
      });
    } catch (error) {
      if (response.destroyed) return undefined;
      if (error instanceof StatusError) throw error;
      const text = `error trying to reach service: ${dialErrorText(error as NodeJS.ErrnoException, address)}`;
      throw this.#dependencies.saysUnavailable
        ? new StatusError(503, 'ServiceUnavailable', text)
        : proxyError(text);
    }
  }
}

/** An answer that breaks off is broken off here too. */
async function giveBack(
  message: IncomingMessage,
  response: Response,
  rewrite: RewriteLocation,
): Promise<void> {
  const isPage = copyHead(message.statusCode!, message, response, rewrite);
  response.flushHeaders();
  const body = isPage ? await pageOf(message, message.headers, rewrite) : message;
  return new Promise((resolve) => {
    response.once('close', resolve);
    body.once('error', () => abortResponse(response));
    body.pipe(response);
  });
}

const standardPorts = { http: 80, https: 443 } as const;

function addressOf({ scheme, host, port }: Target): Address {
  if (port === '') return { host, port: standardPorts[scheme] };
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return { host, port: Number(port) };
  throw proxyError(`error trying to reach service: dial tcp: address ${host}:${port}: unknown port`);
}

/** Host as URLs name it. */
const hostOf = ({ host, port }: Target): string =>
  port === '' ? (host.includes(':') ? `[${host}]` : host) : hostPort({ host, port: Number(port) });
