import type { CoreV1ResourceQuota } from '../../../api/schema/types.gen.ts';
import { parseQuantity } from '../../../api/values/quantity.ts';

const bounded = ['cpu', 'memory', 'storage', 'ephemeral-storage'];

/** Warnings of quotas that let more be asked for than be used. */
export function quotaWarnings({ spec: { hard = {} } }: CoreV1ResourceQuota): string[] {
  return bounded.flatMap((name) => {
    const [request, limit] = [hard[`requests.${name}`] ?? hard[name], hard[`limits.${name}`]];
    if (
      request === undefined ||
      limit === undefined ||
      parseQuantity(request).compare(parseQuantity(limit)) <= 0
    )
      return [];
    return [`ResourceQuota requests.${name} (${request}) should be less than limits.${name} (${limit})`];
  });
}
