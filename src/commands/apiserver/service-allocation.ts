import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { CoreV1Service } from '../../api/schema/types.gen.ts';
import { ServiceAllocator } from '../../kinds/core/service/allocation/allocator.ts';
import type { ClusterRanges } from '../../kinds/core/service/allocation/cluster-ips.ts';
import { type HoldableRanges, heldBy, strayOf } from '../../kinds/core/service/allocation/held.ts';
import type { PortRange } from '../../kinds/core/service/allocation/ranges.ts';
import { type FoundUse, RepairEvents, type Sort } from '../../kinds/core/service/allocation/repair-events.ts';
import type { AddressRange } from '../../kinds/shared/addresses/address-range.ts';
import { decodePlaced } from '../../registry/conversion/object-codec.ts';
import type { RangeObserver } from '../../registry/ranges/range-observer.ts';
import { RangeRepair, type Uses } from '../../registry/ranges/repair.ts';
import { SharedRange } from '../../registry/ranges/shared-range.ts';
import type { StoredResource } from '../../registry/resource.ts';
import type { SystemObjects } from '../../registry/write/system-objects.ts';
import type { RangeUse } from '../../server/metrics/range-series.ts';
import type { StorageKeys } from '../../storage/keys.ts';
import type { Kv } from '../../storage/kv.ts';
import type { StorageFormat, StoredType } from '../../storage/storage-format.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import type { Clock } from '../../util/clock.ts';
import { Pacer } from '../../util/pacer.ts';
import type { Random } from '../../util/random.ts';

export interface ServiceAllocationDependencies {
  kv: Kv;
  keys: StorageKeys;
  format: StorageFormat;
  /** The kind RangeAllocation. */
  type: StoredType;
  feed: CacheFeed;
  clock: Clock;
  random: Random;
  dialect: Dialect;
  gates: FeatureGates;
  ranges: readonly AddressRange[];
  nodePorts: PortRange;
  /** Ranges of ServiceCIDRs and holders of IPAddresses; undefined where there are none. */
  readState: ClusterRanges['readState'];
  observer: RangeObserver & { uses: () => Promise<readonly RangeUse[]> };
  report(message: string): void;
}

/** Addresses and ports of Services: who gives them out, and who looks after what was given. */
export class ServiceAllocation {
  readonly allocator: ServiceAllocator;
  readonly #held: HoldableRanges;
  readonly #dependencies: ServiceAllocationDependencies;

  constructor(dependencies: ServiceAllocationDependencies) {
    const { clock, random, dialect, gates, ranges, nodePorts, readState, report } = dependencies;
    this.#dependencies = dependencies;
    this.#held = {
      ranges: ranges.map((addresses, index) => {
        const name = index === 0 ? 'serviceips' : 'secondaryserviceips';
        const { text, size } = addresses;
        return { addresses, shared: this.#shared(name, 'serviceipallocations', { text, size }) };
      }),
      nodePorts: { ports: nodePorts, shared: this.#sharedPorts(nodePorts) },
    };
    this.allocator = new ServiceAllocator(
      { clock, random, report },
      {
        ...this.#held,
        readState,
        isApiService: ({ metadata: { namespace, name } }) =>
          namespace === 'default' && name === dialect.service,
      },
      gates,
      dependencies.observer,
    );
    dependencies.observer.uses = () => this.#uses();
  }

  /** Counts what is taken of each range, as the store has it. */
  #uses(): Promise<RangeUse[]> {
    const { ranges, nodePorts } = this.#held;
    const useOf = async (cidr: string | undefined, size: number, shared: SharedRange): Promise<RangeUse> => ({
      cidr,
      size,
      taken: (await shared.read())?.bits.count ?? 0,
    });
    const { first, last } = nodePorts.ports;
    return Promise.all([
      ...ranges.map(({ addresses, shared }) => useOf(addresses.text, addresses.size, shared)),
      useOf(undefined, last - first + 1, nodePorts.shared),
    ]);
  }

  #sharedPorts({ first, last }: PortRange): SharedRange {
    const range = { text: `${first}-${last}`, size: last - first + 1 };
    return this.#shared('servicenodeports', 'servicenodeportallocations', range);
  }

  #shared(name: string, resource: string, range: { text: string; size: number }): SharedRange {
    const { kv, keys, format, type } = this.#dependencies;
    return new SharedRange({ kv, key: keys.shared('ranges', name), resource, ...range, type, format });
  }

  /** `objects`: where Events of Services are written. */
  repairOf(services: StoredResource, objects: SystemObjects): RangeRepair<FoundUse> {
    const { feed, clock, report, readState } = this.#dependencies;
    const { ranges, nodePorts } = this.#held;
    // Where addresses have objects, the repair of these tells of them.
    const sorts: Sort[] = readState === undefined ? ['ClusterIP', 'Port'] : ['Port'];
    const events = new RepairEvents({ objects, clock, report }, sorts);
    return new RangeRepair({
      ranges: [...ranges.map(({ shared }) => shared), nodePorts.shared],
      clock,
      report,
      uses: async () => {
        await feed.waitUntilFresh();
        const uses = await usesOf(services, this.#held, events);
        return (range) => uses.get(range) ?? new Map();
      },
      hasUnreadable: () => services.cache.unreadable.size > 0,
      found: (finding, range, _index, use) =>
        events.tell(range === nodePorts.shared ? 'Port' : 'ClusterIP', finding, use),
    });
  }
}

/** Uses in one state of the cache, however long it takes to look at it. */
async function usesOf(
  { cache }: StoredResource,
  held: HoldableRanges,
  events: RepairEvents,
): Promise<Map<SharedRange, Uses<FoundUse>>> {
  const uses = new Map<SharedRange, Map<number, FoundUse[]>>();
  const pacer = new Pacer();
  for (const entry of cache.tree.values()) {
    const service = decodePlaced(entry);
    for (const { range, index } of heldBy(service as unknown as CoreV1Service, held)) {
      const ofRange = uses.get(range) ?? new Map<number, FoundUse[]>();
      uses.set(
        range,
        ofRange.set(index, [...(ofRange.get(index) ?? []), foundUse(service, range, index, held)]),
      );
    }
    tellStray(service, held, events);
    await pacer.step();
  }
  return uses;
}

function tellStray(service: ApiObject, held: HoldableRanges, events: RepairEvents): void {
  const { metadata } = service;
  const { addresses, ports } = strayOf(service as unknown as CoreV1Service, held);
  const cidrs = held.ranges.map(({ addresses: { text } }) => text).join(',');
  for (const value of addresses) events.tellOutOfRange('ClusterIP', { metadata, value }, cidrs);
  for (const port of ports)
    events.tellOutOfRange('Port', { metadata, value: String(port) }, held.nodePorts.shared.options.text);
}

function foundUse(
  { metadata }: ApiObject,
  range: SharedRange,
  index: number,
  { ranges, nodePorts }: HoldableRanges,
): FoundUse {
  const addresses = ranges.find(({ shared }) => shared === range)?.addresses;
  return { metadata, value: addresses?.at(index + 1) ?? String(nodePorts.ports.first + index) };
}
