import type { Dialect } from '../../api/meta/dialect.ts';
import type { CoreV1Service } from '../../api/schema/types.gen.ts';
import { ServiceAllocator } from '../../kinds/core/service/allocation/allocator.ts';
import { heldBy } from '../../kinds/core/service/allocation/held.ts';
import { type PortRange, pools } from '../../kinds/core/service/allocation/pools.ts';
import type { AddressRange } from '../../kinds/shared/addresses/address-range.ts';
import { ownerOf } from '../../registry/claims/claim.ts';
import { Claims } from '../../registry/claims/claims.ts';
import { ClaimRepair, type Use } from '../../registry/claims/repair.ts';
import { decodeServed } from '../../registry/conversion/object-codec.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { relativeKey, type StorageKeys } from '../../storage/keys.ts';
import type { Kv } from '../../storage/kv.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import type { Clock } from '../../util/clock.ts';
import { Pacer } from '../../util/pacer.ts';
import type { Random } from '../../util/random.ts';

export interface ServiceAllocationDependencies {
  kv: Kv;
  keys: StorageKeys;
  feed: CacheFeed;
  clock: Clock;
  random: Random;
  dialect: Dialect;
  ranges: readonly AddressRange[];
  nodePorts: PortRange;
  report(message: string): void;
}

/** Addresses and ports of Services: who gives them out, and who looks after what was given. */
export class ServiceAllocation {
  readonly allocator: ServiceAllocator;
  readonly #claims: Claims;
  readonly #given: ServiceAllocationDependencies;

  constructor(given: ServiceAllocationDependencies) {
    const { kv, keys, clock, random, dialect, ranges, nodePorts, report } = given;
    this.#given = given;
    this.#claims = new Claims({ kv, keys, clock, random, report });
    this.allocator = new ServiceAllocator(this.#claims, {
      ranges,
      nodePorts,
      isApiService: ({ metadata: { namespace, name } }) =>
        namespace === 'default' && name === dialect.service,
    });
  }

  repairOf(services: StoredResource): ClaimRepair {
    const { kv, feed, clock, report } = this.#given;
    return new ClaimRepair({
      kv,
      claims: this.#claims,
      pools,
      clock,
      report,
      async uses() {
        await feed.waitUntilFresh();
        return usesOf(services);
      },
      isUnreadable: ({ namespace = '', name }) =>
        name !== undefined && services.cache.isUnreadable(relativeKey(namespace, name)),
    });
  }
}

/** Of one state of the cache, however long it takes to look at it. */
async function usesOf({ cache }: StoredResource): Promise<Use[]> {
  const uses: Use[] = [];
  const pacer = new Pacer();
  for (const { json } of cache.tree.values()) {
    const service = decodeServed(json);
    const owner = ownerOf(service.metadata);
    for (const item of heldBy(service as unknown as CoreV1Service)) uses.push({ ...item, owner });
    await pacer.step();
  }
  return uses;
}
