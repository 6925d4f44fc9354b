import { Readable } from 'node:stream';
import type { ApiObject } from '../../../src/api/meta/metadata.ts';
import {
  alreadyExists,
  conflict,
  type GroupResource,
  notFoundError,
  StatusError,
} from '../../../src/api/meta/status.ts';
import { ApiClient } from '../../../src/client/api/api-client.ts';
import type { Wire, WireAnswer, WireCall } from '../../../src/client/api/wire.ts';
import type { Random } from '../../../src/util/random.ts';

/** Takes the first of what there is to choose from. */
export const firstOfAll: Random = { uuid: () => '', below: () => 0 };

/** What the API does instead of what was asked for: throws, or changes what is stored before it goes on. */
export type Interference = () => void;

/** An API over objects in memory, for clients of one or two resource types. Caches do not follow it. */
export class MemoryApi implements Wire {
  readonly client = new ApiClient({
    wire: this,
    userAgent: 'test',
    random: firstOfAll,
    pause: async () => {},
  });
  /** What was asked for: `PUT secrets shop/key`. */
  readonly calls: string[] = [];
  /** By `<resource> <namespace>/<name>`. */
  readonly objects = new Map<string, ApiObject>();
  readonly #interferences = new Map<string, Interference[]>();
  #writes = 1_000;

  /** For the next calls of this method and resource, `PUT secrets`, one after the other. */
  interfere(call: string, ...interferences: Interference[]): void {
    this.#interferences.set(call, interferences);
  }

  store(resource: string, object: ApiObject): void {
    this.objects.set(`${resource} ${object.metadata.namespace}/${object.metadata.name}`, object);
  }

  async send({ method, path, body }: WireCall): Promise<WireAnswer> {
    const [, namespace = '', resource = '', named] =
      /^\/api\/v1\/namespaces\/([^/]+)\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
    const given = body === undefined ? undefined : JSON.parse(body);
    const name = named ?? given.metadata.name;
    this.calls.push(`${method} ${resource} ${namespace}/${name}`);
    try {
      this.#interferences.get(`${method} ${resource}`)?.shift()?.();
      return answer(200, this.#do(method, { group: '', resource }, namespace, name, given));
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      return answer(error.code, error.toStatus());
    }
  }

  [Symbol.dispose](): void {}

  #do(method: string, type: GroupResource, namespace: string, name: string, given: any): object {
    const key = `${type.resource} ${namespace}/${name}`;
    const stored = this.objects.get(key);
    if (method === 'POST') {
      if (stored !== undefined) throw alreadyExists(type, name);
      return this.#write(key, { ...given, metadata: { ...given.metadata, uid: `made-${this.#writes}` } });
    }
    if (stored === undefined) throw notFoundError(type, name);
    if (method === 'GET') return stored;
    if (method === 'DELETE') {
      if ((given.preconditions?.uid ?? stored.metadata.uid) !== stored.metadata.uid)
        throw conflict(type, name, 'another uid');
      this.objects.delete(key);
      return stored;
    }
    if (given.metadata.resourceVersion !== stored.metadata.resourceVersion)
      throw conflict(type, name, 'changed');
    return this.#write(key, given);
  }

  #write(key: string, object: ApiObject): ApiObject {
    const metadata = { ...object.metadata, resourceVersion: String(++this.#writes) };
    this.objects.set(key, { ...object, metadata });
    return this.objects.get(key)!;
  }
}

const answer = (status: number, body: object): WireAnswer => ({
  status,
  headers: {},
  body: Readable.from([Buffer.from(JSON.stringify(body))]),
});
