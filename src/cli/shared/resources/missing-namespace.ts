import type { ApiCaller } from '../../../client/api/api-call.ts';
import { isNotFound } from '../../../client/api/api-error.ts';

/** Error for an object that was not found: that its namespace is missing, if so; else `error` itself. */
export async function missingNamespace(
  client: ApiCaller,
  namespace: string,
  error: unknown,
): Promise<unknown> {
  if (!isNotFound(error) || namespace === '' || namespace === 'default') return error;
  try {
    await client.json({ method: 'GET', path: `/api/v1/namespaces/${encodeURIComponent(namespace)}` });
    return error;
  } catch (other) {
    return isNotFound(other) ? other : error;
  }
}
