import type { Lister, ObjectChange } from '../../../api/meta/lister.ts';
import type { RequestInfo } from '../../../api/request/request-info.ts';
import { type ApiService, isRemote, type RemoteApiService } from './api-service.ts';

/** The APIServices in the store, by what they are asked for. */
export class ApiServices implements Disposable {
  readonly #lister: Lister<ApiService>;
  /** The group of APIServices itself: no extension server can serve it. */
  readonly #ownGroup: string;
  readonly #onChange: (name: string) => void;
  readonly #byName = new Map<string, ApiService>();
  /** Those that other servers serve, by group and version. */
  readonly #remote = new Map<string, Map<string, RemoteApiService>>();
  #observation: Disposable | undefined;

  constructor(lister: Lister<ApiService>, ownGroup: string, onChange: (name: string) => void) {
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

  #take(change: ObjectChange<ApiService>): void {
    const { name } = change;
    const known = this.#byName.get(name);
    if (known !== undefined) this.#forget(known);
    this.#byName.delete(name);
    const after = change.after();
    if (after !== undefined) this.#add(name, after);
    this.#onChange(name);
  }

  #add(name: string, service: ApiService): void {
    this.#byName.set(name, service);
    const { group = '', version = '' } = service.spec;
    if (!isRemote(service) || group === this.#ownGroup) return;
    const versions = this.#remote.get(group) ?? new Map<string, RemoteApiService>();
    this.#remote.set(group, versions.set(version, service));
  }

  #forget({ spec: { group = '', version = '' } }: ApiService): void {
    const versions = this.#remote.get(group);
    versions?.delete(version);
    if (versions?.size === 0) this.#remote.delete(group);
  }
}
