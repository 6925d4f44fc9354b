import type { Request, Response } from 'express';
import type { IssuerDiscovery } from '../../access/authentication/tokens/discovery.ts';
import { writeJson } from '../../api/codec/json.ts';
import { parseAccept } from '../../api/codec/media-type.ts';
import { methodNotAllowed, routerNotAcceptable } from '../../api/meta/status.ts';
import { stateOf } from '../request-state.ts';
import { sendError } from '../response/respond.ts';

const configurationPath = '/.well-known/openid-configuration';
const keySetPath = '/openid/v1/jwks';

/** Serves the OpenID discovery document and the keys with which tokens of service accounts are verified. */
export class IssuerDiscoveryHandler {
  readonly #discovery: IssuerDiscovery | undefined;
  readonly #address: (request: Request) => string;

  /** `address`: where clients reach this server, with the port. */
  constructor(discovery: IssuerDiscovery | undefined, address: (request: Request) => string) {
    this.#discovery = discovery;
    this.#address = address;
  }

  get paths(): string[] {
    return this.#discovery === undefined ? [] : [configurationPath, keySetPath];
  }

  /** False when the path is none of the issuer's. */
  handle(request: Request, response: Response): boolean {
    const path = stateOf(request).info.path.replace(/\/$/, '');
    if (this.#discovery === undefined || !this.paths.includes(path)) return false;
    if (path === keySetPath)
      this.#send(request, response, 'application/jwk-set+json', this.#discovery.keySet());
    else {
      const keysUrl = `https://${this.#address(request)}${keySetPath}`;
      this.#send(request, response, 'application/json', this.#discovery.configuration(keysUrl));
    }
    return true;
  }

  #send(request: Request, response: Response, type: string, document: object): void {
    if (request.method !== 'GET') return sendError(request, response, methodNotAllowed());
    if (!accepts(request.headers.accept, type))
      return sendError(request, response, routerNotAcceptable([type]));
    response.setHeader('Content-Type', type);
    response.setHeader('Cache-Control', `public, max-age=${this.#discovery!.freshFor}`);
    response.end(writeJson(document));
  }
}

function accepts(accept: string | undefined, type: string): boolean {
  if (!accept) return true;
  return parseAccept(accept).some((clause) => ['*/*', 'application/*', type].includes(clause.type));
}
