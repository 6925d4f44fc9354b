import type { User } from '../../../api/meta/user.ts';
import { parseForeign } from '../../../client/foreign-json.ts';
import type { RemoteVersion } from '../../../server/surface/remote-apis.ts';
import type { QueueMeter } from '../../../util/metrics/queue-meter.ts';
import { Pacer } from '../../../util/pacer.ts';
import { WorkQueue } from '../../../util/work-queue.ts';
import { apiServiceName, isAvailable, isRemote, type RemoteApiService } from '../api-service/api-service.ts';
import type { ApiServices } from '../api-service/api-services.ts';
import { callBackend } from '../backend/backend-call.ts';
import type { Backends } from '../backend/backends.ts';
import { identityHeaders } from '../proxy/identity-headers.ts';
import { aggregatedResources } from './aggregated-resources.ts';
import type { RefusedDocuments } from './refused-documents.ts';

export interface RemoteDiscoveryDependencies {
  apiServices: ApiServices;
  backends: Backends;
  meter?: QueueMeter;
  asker: User;
  refusals: RefusedDocuments;
}

/** Milliseconds between two looks. */
const refreshInterval = 60_000;
/** Milliseconds for one document. */
const timeout = 5_000;
const maxBytes = 1_048_576;
/** A thousand resource types have 15,000 values. */
const bounds = { levels: 20, values: 50_000, together: 20_000 };

const unknown: RemoteVersion = { resources: [], freshness: 'Stale' };

/** Discovery documents of extension servers, fetched in the background: no request waits for them. */
export class RemoteDiscovery {
  readonly #dependencies: RemoteDiscoveryDependencies;
  /** By the name of the APIService. */
  readonly #versions = new Map<string, RemoteVersion>();
  readonly #queue: WorkQueue;

  constructor(dependencies: RemoteDiscoveryDependencies) {
    this.#dependencies = dependencies;
    this.#queue = new WorkQueue({
      meter: dependencies.meter,
      workers: 2,
      firstRetry: 500,
      maxRetryDelay: refreshInterval,
      work: (name) => this.#sync(name),
      report: (name, error) => dependencies.refusals.failed(name, error),
      resync: { interval: refreshInterval, keys: () => remoteNames(dependencies.apiServices) },
    });
  }

  start(): void {
    this.#queue.start();
  }

  /** An APIService is another one, or its server has come or gone. */
  changed(name: string): void {
    this.#queue.add(name);
  }

  version(group: string, version: string): RemoteVersion {
    return this.#versions.get(apiServiceName({ group, version })) ?? unknown;
  }

  close(): Promise<void> {
    return this.#queue.close();
  }

  async #sync(name: string): Promise<void> {
    const service = this.#dependencies.apiServices.get(name);
    if (service === undefined || !isRemote(service)) return void this.#versions.delete(name);
    try {
      if (!isAvailable(service)) return this.#isStale(name);
      const resources = await this.#fetch(service);
      this.#versions.set(name, { resources, freshness: 'Current' });
      this.#queue.forget(name);
      this.#dependencies.refusals.accepted(name);
    } catch (error) {
      this.#isStale(name);
      throw error;
    }
  }

  /** Keeps the last document, marked as stale. */
  #isStale(name: string): void {
    const known = this.#versions.get(name);
    if (known !== undefined) this.#versions.set(name, { ...known, freshness: 'Stale' });
  }

  async #fetch(service: RemoteApiService): Promise<RemoteVersion['resources']> {
    const { group = '', version = '' } = service.spec;
    const { backends, asker } = this.#dependencies;
    const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const headers = [...identityHeaders(asker), 'Accept', 'application/json'];
    const address = backends.locate(service);
    const answer = await callBackend(backends.of(service), { address, path, headers, timeout, maxBytes });
    if (answer.code !== 200) throw new Error(`discovery answered ${answer.code}`);
    const document = await parseForeign(answer.body.toString(), bounds, new Pacer());
    return aggregatedResources(document, group, version);
  }
}

const remoteNames = (apiServices: ApiServices): string[] =>
  [...apiServices.remotes()].map(({ metadata }) => metadata.name ?? '');
