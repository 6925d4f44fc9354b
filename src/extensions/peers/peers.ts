import type { Request, Response } from 'express';
import type { User } from '../../api/meta/user.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import type { Address } from '../../client/connections.ts';
import { type RequestState, stateOf } from '../../server/request-state.ts';
import { sendError } from '../../server/response/respond.ts';
import type { PeerApis, PeerGroup } from '../../server/surface/peer-apis.ts';
import type { QueueMeter } from '../../util/metrics/queue-meter.ts';
import type { Random } from '../../util/random.ts';
import { WorkQueue } from '../../util/work-queue.ts';
import { Backend } from '../aggregation/backend/backend.ts';
import { Forwarder } from '../aggregation/proxy/forwarder.ts';
import { peerGroups } from './peer-documents.ts';
import { peerHeaders } from './peer-headers.ts';
import { PeerLeases, type PeerLeasesOptions } from './peer-leases.ts';
import type { PeerSettings } from './settings.ts';
import { unknownPeer } from './unknown-peer.ts';

/** Receives what becomes of requests that are passed on. */
export interface PeerObserver {
  rerouted(code: number, info: Pick<RequestInfo, 'group' | 'version' | 'resource'>): void;
  /** `type`: why a request was not passed on. */
  failed(type: 'endpoint_resolve'): void;
  /** `type`: why it is not known what a server has. */
  notSynced(type: 'endpoint_resolve' | 'fetch_discovery'): void;
}

export interface PeersDependencies {
  settings: PeerSettings;
  leases: Omit<PeerLeasesOptions, 'changed'>;
  /** The name that is in the certificates of all servers. */
  serverName: string;
  /** The domain of API groups. */
  api: string;
  /** The user that asks other servers for what they have. */
  asker: User;
  /** The header that says that a request was passed on: it is not passed on again. */
  proxiedHeader: string;
  /** Whether this server, or one that extends it, has the resource. */
  isServedHere(info: RequestInfo): boolean;
  random: Random;
  observer: PeerObserver;
  /** Counts a request that came to no server. */
  terminated(state: RequestState, code: number): void;
  meter?: QueueMeter | undefined;
  report(message: string): void;
}

/** Milliseconds between two looks at what a server has: definitions of custom resources come and go. */
const refreshInterval = 60_000;

/** Passes requests that only servers of other releases can answer on to one of them. */
export class Peers implements PeerApis {
  readonly #dependencies: PeersDependencies;
  readonly #leases: PeerLeases;
  readonly #backend: Backend;
  readonly #forwarder: Forwarder;
  readonly #queue: WorkQueue;
  /** By the name of the server. */
  readonly #documents = new Map<string, readonly PeerGroup[]>();
  /** Names of the servers that have a resource. */
  #serving = new Map<string, string[]>();

  constructor(dependencies: PeersDependencies) {
    const { settings, serverName, terminated, report } = dependencies;
    this.#dependencies = dependencies;
    this.#backend = new Backend({ ...settings, serverName });
    this.#forwarder = new Forwarder({ refusesRedirects: false, terminated });
    this.#queue = new WorkQueue({
      workers: 2,
      work: (name) => this.#sync(name),
      report: (name, error) => report(`what the server ${name} has is not known: ${error.message}`),
      firstRetry: 500,
      maxRetryDelay: refreshInterval,
      meter: dependencies.meter,
      resync: { interval: refreshInterval, keys: () => this.#leases.names },
    });
    this.#leases = new PeerLeases({ ...dependencies.leases, changed: (name) => this.#queue.add(name) });
  }

  /** Once the caches are loaded. */
  start(): void {
    this.#queue.start();
    this.#leases.start();
  }

  async close(): Promise<void> {
    this.#leases[Symbol.dispose]();
    await this.#queue.close();
    this.#backend[Symbol.dispose]();
  }

  get groups(): readonly PeerGroup[] {
    return [...this.#documents.values()].flat().filter(({ name }) => name !== '');
  }

  pass(request: Request, response: Response): Promise<void> | undefined {
    const { info } = stateOf(request);
    if (!info.isResourceRequest || this.#serving.size === 0) return undefined;
    const peers = this.#serving.get(keyOf(info.group, info.version, info.resource));
    if (peers === undefined || request.headers[this.#dependencies.proxiedHeader] === 'true') return undefined;
    if (this.#dependencies.isServedHere(info)) return undefined;
    const addresses = peers.flatMap((name) => this.#leases.addressOf(name) ?? []);
    if (addresses.length > 0) return this.#pass(request, response, addresses);
    this.#dependencies.observer.failed('endpoint_resolve');
    sendError(request, response, unknownPeer());
    return Promise.resolve();
  }

  async #pass(request: Request, response: Response, addresses: readonly Address[]): Promise<void> {
    const { observer, random, proxiedHeader } = this.#dependencies;
    const { info, user } = stateOf(request);
    await this.#forwarder.begin(request);
    response.once('close', () => observer.rerouted(response.statusCode, info));
    await this.#forwarder.forward({
      request,
      response,
      backend: this.#backend,
      address: addresses[random.below(addresses.length)]!,
      headers: peerHeaders(user!, proxiedHeader),
    });
  }

  /** Asks a server what it has, or forgets one that has gone. */
  async #sync(name: string): Promise<void> {
    const isThere = this.#leases.has(name);
    if (!isThere) {
      if (this.#documents.delete(name)) this.#index();
      return;
    }
    const address = this.#leases.addressOf(name);
    if (address === undefined) {
      this.#dependencies.observer.notSynced('endpoint_resolve');
      throw new Error('its Lease has no address, or is not renewed');
    }
    const request = { ...this.#dependencies, backend: this.#backend, address };
    const groups = await peerGroups(request).catch((error) => {
      this.#dependencies.observer.notSynced('fetch_discovery');
      throw error;
    });
    this.#documents.set(name, groups);
    this.#index();
    this.#queue.forget(name);
  }

  #index(): void {
    const serving = new Map<string, string[]>();
    for (const [name, groups] of this.#documents) {
      for (const { name: group, versions } of groups)
        for (const { version, resources } of versions)
          for (const { resource } of resources) {
            const key = keyOf(group, version, resource);
            serving.set(key, [...(serving.get(key) ?? []), name]);
          }
    }
    this.#serving = serving;
  }
}

/** No part has a slash in it. */
const keyOf = (group: string, version: string, resource: string): string => `${group}/${version}/${resource}`;
