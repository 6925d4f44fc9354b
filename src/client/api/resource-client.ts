import { dialects } from '../../api/meta/dialect.ts';
import type { ListMetadata, ObjectMeta } from '../../api/meta/metadata.ts';
import type { ApiCall, ApiCaller } from './api-call.ts';
import { timeoutError } from './api-error.ts';
import { type WatchEvent, watchEvents } from './watch-events.ts';

/** A resource type in one of its versions: `deployments` of `apps` in `v1`. */
export interface ResourceType {
  group: string;
  version: string;
  resource: string;
}

export interface ObjectList<T> {
  metadata: ListMetadata;
  items: T[];
}

/** An object without what makes its kind. */
export interface PartialObject {
  metadata: ObjectMeta;
}

export interface ListOptions {
  labelSelector?: string;
  fieldSelector?: string;
  resourceVersion?: string;
  resourceVersionMatch?: string;
  /** Whether a watch begins with what there is, as events. */
  sendInitialEvents?: boolean;
  limit?: number;
  continue?: string;
}

export interface DeleteOptions {
  gracePeriodSeconds?: number;
  preconditions?: { uid?: string; resourceVersion?: string };
  propagationPolicy?: 'Background' | 'Foreground' | 'Orphan';
}

/** `/apis/apps/v1/namespaces/ns/deployments/web/status`; of a cluster-scoped type the namespace is "". */
export function pathOf(
  { group, version, resource }: ResourceType,
  namespace: string,
  name = '',
  subresource = '',
): string {
  const api = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const within = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  const object = name === '' ? '' : `/${encodeURIComponent(name)}`;
  return `${api}${within}/${resource}${object}${subresource === '' ? '' : `/${subresource}`}`;
}

/** Servers of every dialect understand one of these; an extension that understands none answers with whole objects. */
const acceptPartial = (kind: string): string =>
  [...dialects.map(({ api }) => `application/json;as=${kind};g=meta.${api};v=v1`), 'application/json'].join(
    ',',
  );

/** Milliseconds by which a watch may outlive the time that it asked for. */
const watchSlack = 30_000;

/** The objects of one resource type. Each call rejects as `ApiClient.json` does. */
export class ResourceClient<T> {
  readonly #client: ApiCaller;
  readonly #type: ResourceType;

  constructor(client: ApiCaller, type: ResourceType) {
    this.#client = client;
    this.#type = type;
  }

  get(namespace: string, name: string, subresource?: string): Promise<T> {
    return this.#client.json({ method: 'GET', path: pathOf(this.#type, namespace, name, subresource) });
  }

  getMetadata(namespace: string, name: string): Promise<PartialObject> {
    return this.#client.json({
      method: 'GET',
      path: pathOf(this.#type, namespace, name),
      accept: acceptPartial('PartialObjectMetadata'),
    });
  }

  /** One page, as far as `limit` says. */
  list(namespace: string, options: ListOptions = {}, signal?: AbortSignal): Promise<ObjectList<T>> {
    return this.#client.json({
      method: 'GET',
      path: pathOf(this.#type, namespace),
      query: { ...options },
      signal,
    });
  }

  listMetadata(
    namespace: string,
    options: ListOptions = {},
    signal?: AbortSignal,
  ): Promise<ObjectList<PartialObject>> {
    return this.#client.json({
      method: 'GET',
      path: pathOf(this.#type, namespace),
      query: { ...options },
      signal,
      accept: acceptPartial('PartialObjectMetadataList'),
    });
  }

  create(namespace: string, object: object, name?: string, subresource?: string): Promise<T> {
    return this.#write('POST', pathOf(this.#type, namespace, name, subresource), object);
  }

  /** Replaces the object. A `metadata.resourceVersion` that is no longer the newest makes the answer a conflict. */
  update(namespace: string, name: string, object: object, subresource?: string): Promise<T> {
    return this.#write('PUT', pathOf(this.#type, namespace, name, subresource), object);
  }

  /** `contentType`: which sort of patch. */
  patch(
    namespace: string,
    name: string,
    patch: unknown,
    contentType: string,
    { subresource = '', ...query }: { subresource?: string; fieldManager?: string; force?: boolean } = {},
  ): Promise<T> {
    const path = pathOf(this.#type, namespace, name, subresource);
    return this.#client.json({ method: 'PATCH', path, query, body: patch, contentType });
  }

  async delete(namespace: string, name: string, options: DeleteOptions = {}): Promise<void> {
    await this.#client.json(this.#deletion(pathOf(this.#type, namespace, name), options));
  }

  async deleteCollection(
    namespace: string,
    options: DeleteOptions = {},
    selection: ListOptions = {},
  ): Promise<void> {
    await this.#client.json({
      ...this.#deletion(pathOf(this.#type, namespace), options),
      query: { ...selection },
      // The answer lists what was there, which may be much.
      accept: acceptPartial('PartialObjectMetadataList'),
    });
  }

  /** Ends when the server ends it, or the signal; `timeoutSeconds` asks the server to. Rejects for an ERROR event. */
  async *watch(
    namespace: string,
    query: ListOptions & { timeoutSeconds: number; allowWatchBookmarks?: boolean },
    signal: AbortSignal,
    isPartial = false,
  ): AsyncGenerator<WatchEvent<T>> {
    const limit = AbortSignal.timeout(query.timeoutSeconds * 1_000 + watchSlack);
    const both = AbortSignal.any([signal, limit]);
    const call: ApiCall = {
      method: 'GET',
      path: pathOf(this.#type, namespace),
      query: { ...query, watch: true },
      ...(isPartial ? { accept: acceptPartial('PartialObjectMetadata') } : {}),
    };
    try {
      yield* watchEvents<T>(call, await this.#client.open(call, both), both);
    } catch (error) {
      signal.throwIfAborted();
      throw error === limit.reason ? timeoutError(call) : error;
    }
  }

  #write(method: 'POST' | 'PUT', path: string, body: object): Promise<T> {
    return this.#client.json({ method, path, body });
  }

  #deletion(path: string, options: DeleteOptions): ApiCall {
    return { method: 'DELETE', path, body: { kind: 'DeleteOptions', apiVersion: 'v1', ...options } };
  }
}
