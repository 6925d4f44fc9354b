import type { User } from '../../../api/meta/user.ts';
import type { RemoteDocument, RemoteDocuments } from '../../../server/surface/remote-documents.ts';
import type { QueueMeter } from '../../../util/metrics/queue-meter.ts';
import { WorkQueue } from '../../../util/work-queue.ts';
import { isAvailable, type RemoteApiService } from '../api-service/api-service.ts';
import type { ApiServices } from '../api-service/api-services.ts';
import { type BackendAnswer, callBackend } from '../backend/backend-call.ts';
import type { Backends } from '../backend/backends.ts';
import { identityHeaders } from '../proxy/identity-headers.ts';
import { parseIndex, parseOpenApi } from './openapi-document.ts';
import type { RefusedDocuments } from './refused-documents.ts';

export interface RemoteOpenApiDependencies {
  apiServices: ApiServices;
  backends: Backends;
  meter?: QueueMeter;
  asker: User;
  refusals: RefusedDocuments;
}

/** Milliseconds between two looks, and until the first retry. */
const refreshInterval = 60_000;
const maxRetryDelay = 3_600_000;
/** Milliseconds for one document. */
const timeout = 60_000;
const maxBytes = 8 * 1_048_576;

/** The documents of one server. */
interface Known {
  etag: string;
  document: RemoteDocument;
  urls: ReadonlyMap<string, string>;
}

const nothing: Known = { etag: '', document: { paths: {}, definitions: {} }, urls: new Map() };

/** OpenAPI documents of extension servers, fetched in the background. After a failure the last good one is kept. */
export class RemoteOpenApi implements RemoteDocuments {
  readonly #dependencies: RemoteOpenApiDependencies;
  /** By the Service of the server. */
  readonly #known = new Map<string, Known>();
  readonly #queue: WorkQueue;
  documentsRevision = 0;
  /** Servers whose documents were collected, in their order. */
  #order = '[]';
  #current: Pick<RemoteDocuments, 'converted' | 'documents' | 'urls'> | undefined;

  constructor(dependencies: RemoteOpenApiDependencies) {
    this.#dependencies = dependencies;
    this.#queue = new WorkQueue({
      meter: dependencies.meter,
      workers: 1,
      firstRetry: refreshInterval,
      maxRetryDelay,
      work: (server) => this.#sync(server),
      report: (server, error) => dependencies.refusals.failed(server, error),
      resync: { interval: refreshInterval, keys: () => this.#servers().keys() },
    });
  }

  start(): void {
    this.#queue.start();
  }

  /** APIServices are not what they were. */
  changed(): void {
    const servers = this.#servers();
    for (const server of this.#known.keys()) if (!servers.has(server)) this.#known.delete(server);
    for (const [server, services] of servers)
      if (!this.#known.has(server) && services.some(isAvailable)) this.#queue.add(server);
    const order = JSON.stringify([...servers].map(([server, services]) => [server, services.map(keyOf)]));
    if (order === this.#order) return;
    this.#order = order;
    this.#changed();
  }

  close(): Promise<void> {
    return this.#queue.close();
  }

  get documents(): readonly RemoteDocument[] {
    return this.#collected.documents;
  }

  get urls(): ReadonlyMap<string, string> {
    return this.#collected.urls;
  }

  get converted(): ReadonlyMap<string, RemoteDocument> {
    return this.#collected.converted;
  }

  #changed(): void {
    this.#current = undefined;
    this.documentsRevision++;
  }

  get #collected() {
    this.#current ??= this.#collect();
    return this.#current;
  }

  #collect(): Pick<RemoteDocuments, 'converted' | 'documents' | 'urls'> {
    const documents: RemoteDocument[] = [];
    const urls = new Map<string, string>();
    const converted = new Map<string, RemoteDocument>();
    for (const [server, services] of this.#servers()) {
      const known = this.#known.get(server);
      if (known === undefined) continue;
      const keys = services.map(keyOf);
      const { paths, definitions } = known.document;
      const below = Object.entries(paths).filter(([path]) => keys.some((key) => path.startsWith(`/${key}/`)));
      documents.push({ paths: Object.fromEntries(below), definitions });
      for (const key of keys) {
        const url = known.urls.get(key);
        if (url === undefined) converted.set(key, known.document);
        else urls.set(key, url);
      }
    }
    return { documents, urls, converted };
  }

  /** The APIServices of each server, by its Service, the more important ones first. */
  #servers(): Map<string, RemoteApiService[]> {
    const remote = [...this.#dependencies.apiServices.remotes()].sort(
      ({ spec: a, metadata: first }, { spec: b, metadata: second }) =>
        b.groupPriorityMinimum - a.groupPriorityMinimum ||
        ((first.name ?? '') < (second.name ?? '') ? -1 : 1),
    );
    return Map.groupBy(
      remote,
      ({ spec: { service } }) => `${service.namespace}/${service.name}:${service.port}`,
    );
  }

  async #sync(server: string): Promise<void> {
    const service = this.#servers().get(server)?.find(isAvailable);
    if (service === undefined) return;
    const known = this.#known.get(server) ?? nothing;
    const next = await this.#fetch(service, known);
    this.#queue.forget(server);
    this.#dependencies.refusals.accepted(server);
    if (next.etag === known.etag && known !== nothing && sameUrls(next.urls, known.urls)) return;
    this.#known.set(server, next);
    this.#changed();
  }

  async #fetch(service: RemoteApiService, known: Known): Promise<Known> {
    const etag = known.etag === '' ? [] : ['If-None-Match', known.etag];
    const answer = await this.#get(service, '/openapi/v2', etag);
    if (answer.code === 404) throw new Error('OpenAPI spec does not exist');
    if (answer.code !== 200 && answer.code !== 304) throw new Error(`/openapi/v2 answered ${answer.code}`);
    const urls = await this.#urlsOf(service);
    if (answer.code === 304) return { ...known, urls };
    const document = await parseOpenApi(answer.body.toString());
    return { etag: String(answer.headers.etag ?? ''), document, urls };
  }

  /** Servers of before 1.24 have no such document, or another one. */
  async #urlsOf(service: RemoteApiService): Promise<ReadonlyMap<string, string>> {
    const answer = await this.#get(service, '/openapi/v3', []);
    if (answer.code !== 200) return new Map();
    return parseIndex(answer.body.toString());
  }

  #get(service: RemoteApiService, path: string, more: readonly string[]): Promise<BackendAnswer> {
    const { backends, asker } = this.#dependencies;
    const headers = [...identityHeaders(asker), 'Accept', 'application/json', ...more];
    const call = { address: backends.locate(service), path, headers, timeout, maxBytes };
    return callBackend(backends.of(service), call);
  }
}

const keyOf = ({ spec: { group = '', version = '' } }: RemoteApiService): string =>
  group === '' ? `api/${version}` : `apis/${group}/${version}`;

const sameUrls = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a].every(([key, url]) => b.get(key) === url);
