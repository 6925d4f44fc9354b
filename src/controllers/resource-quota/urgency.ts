import { equalValues } from '../../api/json/json-values.ts';
import type { CoreV1ResourceQuota } from '../../api/schema/types.gen.ts';

/**
 * Whether requests may be waiting for the quota: it does not limit yet what its spec says, or does not say yet how much
 * of it is used. `isCounted`: there are types of objects that use such a resource.
 */
export function isUrgent(
  { spec, status }: CoreV1ResourceQuota,
  isCounted: (resource: string) => boolean,
): boolean {
  const { hard = {}, used = {} } = status ?? {};
  if (!equalValues(spec.hard ?? {}, hard)) return true;
  return Object.keys(hard).some((resource) => !Object.hasOwn(used, resource) && isCounted(resource));
}
