import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { ApiCaller } from '../../../client/api/api-call.ts';
import { pathOf } from '../../../client/api/resource-client.ts';
import type { ServedResource } from '../discovery/served-api.ts';
import { type ChangeCause, withCause } from './change-cause.ts';
import type { DryRun, FieldValidation } from './write-flags.ts';

/** Type, namespace and name of an object. `namespace`: "" for cluster-scoped types. */
export interface ObjectPlace {
  type: ServedResource;
  namespace: string;
  name: string;
}

export interface WriterOptions {
  fieldManager: string;
  dryRun?: DryRun | undefined;
  validation?: FieldValidation | undefined;
  /** For the annotation of each object that is written. */
  cause?: ChangeCause | undefined;
}

export type PatchType = 'apply' | 'json' | 'merge' | 'strategic';

const contentTypes: Readonly<Record<PatchType, string>> = {
  apply: 'application/apply-patch+yaml',
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

export interface PatchRequest {
  patch: unknown;
  type: PatchType;
  subresource?: string | undefined;
  /** Takes over fields of other managers; of apply only. */
  force?: boolean | undefined;
}

/** Writes objects with one field manager. Each call rejects as `ApiCaller.json` does. */
export class ObjectWriter {
  readonly #client: ApiCaller;
  readonly #query: Record<string, string | undefined>;
  readonly #cause: ChangeCause | undefined;

  constructor(client: ApiCaller, { fieldManager, dryRun = 'none', validation, cause }: WriterOptions) {
    this.#client = client;
    this.#cause = cause;
    this.#query = {
      dryRun: dryRun === 'server' ? 'All' : undefined,
      fieldManager: fieldManager || undefined,
      fieldValidation: validation,
    };
  }

  get({ type, namespace, name }: ObjectPlace, subresource?: string): Promise<ApiObject> {
    return this.#client.json({ method: 'GET', path: pathOf(type, namespace, name, subresource) });
  }

  create({ type, namespace }: Omit<ObjectPlace, 'name'>, object: object): Promise<ApiObject> {
    return this.#client.json({
      method: 'POST',
      path: pathOf(type, namespace),
      query: this.#query,
      body: this.recorded(object),
    });
  }

  async update(place: ObjectPlace, object: object, subresource?: string): Promise<ApiObject> {
    const { type, namespace, name } = place;
    const path = pathOf(type, namespace, name, subresource);
    const body = subresource === undefined ? this.recorded(object) : object;
    const written = await this.#client.json<ApiObject>({ method: 'PUT', path, query: this.#query, body });
    if (subresource !== undefined) await this.#record(place);
    return written;
  }

  /** The object, or a patch of it that has its form, with the annotation of `--record`. */
  recorded<T extends object>(object: T): T {
    return this.#cause === undefined ? object : withCause(object, this.#cause);
  }

  async patch(place: ObjectPlace, request: PatchRequest): Promise<ApiObject> {
    const hasForm = request.type !== 'json' && request.subresource === undefined;
    const body = hasForm ? this.recorded(request.patch as object) : request.patch;
    const written = await this.#patch(place, { ...request, patch: body });
    return hasForm ? written : ((await this.#record(place)) ?? written);
  }

  /** The annotation alone, for writes that cannot hold it. */
  async #record(place: ObjectPlace): Promise<ApiObject | undefined> {
    if (this.#cause === undefined) return undefined;
    return this.#patch(place, { patch: withCause({}, this.#cause), type: 'merge' });
  }

  #patch({ type, namespace, name }: ObjectPlace, request: PatchRequest): Promise<ApiObject> {
    const path = pathOf(type, namespace, name, request.subresource);
    return this.#client.json({
      method: 'PATCH',
      path,
      body: request.patch,
      contentType: contentTypes[request.type],
      query: { ...this.#query, force: request.force },
    });
  }
}
