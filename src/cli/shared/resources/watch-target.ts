import type { ApiCall } from '../../../client/api/api-call.ts';
import type { ApiClient } from '../../../client/api/api-client.ts';
import { pathOf, type ResourceType } from '../../../client/api/resource-client.ts';
import { type WatchEvent, watchEvents } from '../../../client/api/watch-events.ts';

export interface WatchRequest {
  /** Without a name all objects. */
  target: { readonly type: ResourceType; readonly namespace: string; readonly name?: string };
  labelSelector?: string;
  fieldSelector?: string;
  /** From which on. */
  resourceVersion: string;
  accept?: string;
  signal: AbortSignal;
  /** Goes on with another watch where the server has ended one; by default it does. */
  continues?: boolean;
}

/** Events of a list or of one object, bookmarks left out, until the signal. Rejects for an ERROR event. */
export async function* watchTarget<T extends object>(
  client: ApiClient,
  request: WatchRequest,
  versionOf: (object: T) => string | undefined,
): AsyncGenerator<WatchEvent<T>> {
  const { signal, continues = true } = request;
  let { resourceVersion } = request;
  do {
    const call = callOf(request, resourceVersion);
    const began = resourceVersion;
    for await (const event of watchEvents<T>(call, await client.open(call, signal), signal)) {
      resourceVersion = versionOf(event.object) ?? resourceVersion;
      if (event.type !== 'BOOKMARK') yield event;
    }
    // A server that ends watches at once is not asked in a circle.
    if (began === resourceVersion) await pause(signal);
  } while (continues && !signal.aborted);
}

function callOf(request: WatchRequest, resourceVersion: string): ApiCall {
  const { target, labelSelector = '', fieldSelector = '', accept } = request;
  const named = target.name === undefined ? '' : `metadata.name=${target.name}`;
  return {
    method: 'GET',
    path: pathOf(target.type, target.namespace),
    query: {
      watch: true,
      allowWatchBookmarks: true,
      resourceVersion,
      labelSelector: labelSelector || undefined,
      fieldSelector: [named, fieldSelector].filter((text) => text !== '').join(',') || undefined,
    },
    ...(accept === undefined ? {} : { accept }),
  };
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 1_000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
