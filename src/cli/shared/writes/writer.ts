import type { ApiObject } from '../../../api/meta/metadata.ts';
import type { ApiCaller } from '../../../client/api/api-call.ts';
import { pathOf } from '../../../client/api/resource-client.ts';
import type { ServedResource } from '../discovery/served-api.ts';
import type { DryRun, FieldValidation } from './write-flags.ts';

/** Where an object is. `namespace`: "" for cluster-scoped types. */
export interface ObjectPlace {
  type: ServedResource;
  namespace: string;
  name: string;
}

export interface WriterOptions {
  fieldManager: string;
  dryRun?: DryRun | undefined;
  validation?: FieldValidation | undefined;
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

  constructor(client: ApiCaller, { fieldManager, dryRun = 'none', validation }: WriterOptions) {
    this.#client = client;
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
      body: object,
    });
  }

  update({ type, namespace, name }: ObjectPlace, object: object, subresource?: string): Promise<ApiObject> {
    const path = pathOf(type, namespace, name, subresource);
    return this.#client.json({ method: 'PUT', path, query: this.#query, body: object });
  }

  patch({ type, namespace, name }: ObjectPlace, request: PatchRequest): Promise<ApiObject> {
    const path = pathOf(type, namespace, name, request.subresource);
    return this.#client.json({
      ...{ method: 'PATCH', path, body: request.patch, contentType: contentTypes[request.type] },
      query: { ...this.#query, force: request.force },
    });
  }
}
