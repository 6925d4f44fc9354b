import type { ApiObject } from '../../api/meta/metadata.ts';
import type { Exchange } from '../exchange.ts';

/** Drops what an object says twice of its owners, with a warning, in the releases that do. */
export function dropRepeatedOwners(
  { api, state }: Pick<Exchange, 'api' | 'state'>,
  { metadata }: ApiObject,
): void {
  const owners = metadata.ownerReferences ?? [];
  if (owners.length < 2 || !api.writes.dropsRepeatedOwners) return;
  const distinct = new Map(owners.toReversed().map((owner) => [JSON.stringify(owner), owner]));
  if (distinct.size === owners.length) return;
  const kept = new Set(distinct.values());
  const repeated = new Set(owners.filter((owner) => !kept.has(owner)).map(({ uid }) => uid));
  metadata.ownerReferences = owners.filter((owner) => kept.has(owner));
  state.warnings.push(
    '.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, ' +
      'and may reject such requests as early as 1.24; please fix your requests; ' +
      `duplicate UID(s) observed: ${[...repeated].sort().join(', ')}`,
  );
}
