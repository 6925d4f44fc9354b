import type { ResourceV1ResourceClaim } from '../../../api/schema/types.gen.ts';
import { column, tableOf } from '../../shared/table.ts';

export const table = tableOf<ResourceV1ResourceClaim>([
  column('State', 'string', 'Whether it has devices, and whether somebody uses them.', stateOf),
]);

/** `deleted,allocated,reserved`. */
function stateOf({ metadata, status }: ResourceV1ResourceClaim): string {
  const states = metadata.deletionTimestamp === undefined ? [] : ['deleted'];
  if (status.allocation === undefined)
    return [...states, ...(states.length === 0 ? ['pending'] : [])].join(',');
  states.push('allocated');
  if (status.reservedFor?.length) states.push('reserved');
  return states.join(',');
}
