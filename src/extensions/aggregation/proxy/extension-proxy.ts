import type { Request, Response } from 'express';
import type { Address } from '../../../client/connections.ts';
import { stateOf } from '../../../server/request-state.ts';
import { sendText } from '../../../server/response/plain-text.ts';
import { isAvailable, type RemoteApiService } from '../api-service/api-service.ts';
import type { Backends } from '../backend/backends.ts';
import { Forwarder, type ForwarderDependencies, type Passage } from './forwarder.ts';
import { identityHeaders } from './identity-headers.ts';

export interface ExtensionProxyDependencies extends ForwarderDependencies {
  backends: Backends;
}

/** Passes requests for the APIs of other servers on to them, with the name of the caller. */
export class ExtensionProxy {
  readonly #dependencies: ExtensionProxyDependencies;
  readonly #forwarder: Forwarder;

  constructor(dependencies: ExtensionProxyDependencies) {
    this.#dependencies = dependencies;
    this.#forwarder = new Forwarder(dependencies);
  }

  /** Throws OverloadError and TooManyRequests. */
  async pass(request: Request, response: Response, service: RemoteApiService): Promise<void> {
    await this.#forwarder.begin(request);
    const passage = this.#prepare(request, response, service);
    if (passage !== undefined) await this.#forwarder.forward(passage);
  }

  #prepare(request: Request, response: Response, service: RemoteApiService): Passage | undefined {
    const { user } = stateOf(request);
    const refuse = (code: number, text: string): undefined => {
      this.#dependencies.terminated(stateOf(request), code);
      sendText(response, code, `${text}\n`);
    };
    if (!isAvailable(service)) return refuse(503, 'service unavailable');
    let address: Address;
    try {
      address = this.#dependencies.backends.locate(service);
    } catch {
      return refuse(503, 'service unavailable');
    }
    try {
      const backend = this.#dependencies.backends.of(service);
      return { request, response, backend, address, headers: identityHeaders(user!) };
    } catch (error) {
      return refuse(500, (error as Error).message);
    }
  }
}
