import type { Lister, ObjectChange } from '../../../api/meta/lister.ts';
import type { RequestInfo } from '../../../api/request/request-info.ts';
import { type ApiService, isRemote, type RemoteApiService } from './api-service.ts';

/** A change of an APIService; undefined where there is none. */
export interface ApiServiceChange {
  name: string;
  before: ApiService | undefined;
  after: ApiService | undefined;
}

/** The APIServices in the store, by what they are asked for. */
export class ApiServices implements Disposable {
  readonly #lister: Lister<ApiService>;
  /** The group of APIServices itself: no extension server can serve it. */
  readonly #ownGroup: string;
  readonly #onChange: (change: ApiServiceChange) => void;
  readonly #byName = new Map<string, ApiService>();
  /** APIServices that other servers serve, by group and version. */
  readonly #remote = new Map<string, Map<string, RemoteApiService>>();
  #observation: Disposable | undefined;

  constructor(lister: Lister<ApiService>, ownGroup: string, onChange: (change: ApiServiceChange) => void) {
    this.#lister = lister;
    this.#ownGroup = ownGroup;
    this.#onChange = onChange;
  }

  /** Once the caches are loaded. */
  start(): void {
    this.#observation = this.#lister.observe((change) => this.#take(change));
  }

  get all(): Iterable<ApiService> {
    return this.#byName.values();
  }

  get names(): Iterable<string> {
    return this.#byName.keys();
  }

  /** APIServices that extension servers serve. */
  *remotes(): Generator<RemoteApiService> {
    for (const versions of this.#remote.values()) yield* versions.values();
  }

  get(name: string): ApiService | undefined {
    return this.#byName.get(name);
  }

  /** The one that stands for a version which another server serves. */
  remote(group: string, version: string): RemoteApiService | undefined {
    return this.#remote.get(group)?.get(version);
  }

  /** The one to which a request goes. */
  remoteOf({ path, isResourceRequest, group, version }: RequestInfo): RemoteApiService | undefined {
    if (this.#remote.size === 0) return undefined;
    if (isResourceRequest) return this.remote(group, version);
    const [, root, first, second, ...rest] = path.split('/');
    // All of the core group is one version.
    if (root === 'api') return this.remote('', 'v1');
    if (root !== 'apis' || first === undefined || second === undefined || second === '') return undefined;
    return rest.length > 1 ? undefined : this.remote(first, second);
  }

  [Symbol.dispose](): void {
    this.#observation?.[Symbol.dispose]();
  }

  #take({ name, after: read }: ObjectChange<ApiService>): void {
    const [before, after] = [this.#byName.get(name), read()];
    if (before !== undefined) this.#forget(name, before);
    if (after !== undefined) this.#add(name, after);
    this.#onChange({ name, before, after });
  }

  #add(name: string, service: ApiService): void {
    this.#byName.set(name, service);
    const { group = '', version = '' } = service.spec;
    if (!isRemote(service) || group === this.#ownGroup) return;
    const versions = this.#remote.get(group) ?? new Map<string, RemoteApiService>();
    this.#remote.set(group, versions.set(version, service));
  }

  #forget(name: string, { spec: { group = '', version = '' } }: ApiService): void {
    this.#byName.delete(name);
    const versions = this.#remote.get(group);
    versions?.delete(version);
    if (versions?.size === 0) this.#remote.delete(group);
  }
}
