import type { ListMetadata } from '../../../api/meta/metadata.ts';
import { StatusError } from '../../../api/meta/status.ts';
import type { ApiCaller } from '../../../client/api/api-call.ts';
import { pathOf, type ResourceType } from '../../../client/api/resource-client.ts';

export interface ListRequest {
  type: ResourceType;
  /** "" for all. */
  namespace: string;
  labelSelector?: string;
  fieldSelector?: string;
  /** Objects a page; 0 for all at once. */
  chunkSize: number;
  accept?: string;
  /** `includeObject` of a Table. */
  includeObject?: 'Object';
  signal?: AbortSignal;
}

/** A list of objects, or a Table. */
export interface Page {
  metadata?: ListMetadata;
  items?: unknown;
}

/** The pages of a list as they come. The next one is asked for while one is worked on. */
export async function* pagesOf<T extends Page>(client: ApiCaller, request: ListRequest): AsyncGenerator<T> {
  let next: Promise<T> | undefined = ask<T>(client, request, '');
  while (next !== undefined) {
    const page: T = await next.catch((error) => {
      throw listError(error, request);
    });
    const token: string = page.metadata?.continue ?? '';
    next = token === '' ? undefined : ask<T>(client, request, token);
    // It may fail before it is waited for.
    next?.catch(() => {});
    yield page;
  }
}

/** Says of what the list was. */
function listError(error: unknown, { type, labelSelector = '', fieldSelector = '' }: ListRequest): unknown {
  if (!(error instanceof StatusError) || ![400, 404, 405].includes(error.code)) return error;
  const of = JSON.stringify(`${type.group}/${type.version}, Resource=${type.resource}`);
  const said =
    labelSelector === '' && fieldSelector === ''
      ? `Unable to list ${of}: ${error.message}`
      : `Unable to find ${of} that match label selector ${JSON.stringify(labelSelector)}, field selector ${JSON.stringify(fieldSelector)}: ${error.message}`;
  return new StatusError(error.code, error.reason, said, error.details);
}

function ask<T>(client: ApiCaller, request: ListRequest, token: string): Promise<T> {
  const { type, namespace, labelSelector, fieldSelector, chunkSize, accept, includeObject, signal } = request;
  return client.json<T>({
    method: 'GET',
    path: pathOf(type, namespace),
    signal,
    ...(accept === undefined ? {} : { accept }),
    query: {
      labelSelector: labelSelector || undefined,
      fieldSelector: fieldSelector || undefined,
      limit: chunkSize > 0 ? chunkSize : undefined,
      continue: token || undefined,
      includeObject,
    },
  });
}
