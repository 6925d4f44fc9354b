import type { Dialect } from '../../api/meta/dialect.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { apiVersionOf } from '../../api/schema/schema.ts';
import type { NetworkingV1IPAddress, NetworkingV1ServiceCIDR } from '../../api/schema/types.gen.ts';
import { AddressChanges } from '../../kinds/core/service/allocation/address-changes.ts';
import {
  type AddressObjects,
  addressManager,
  ServiceAddresses,
  type ServiceAddressOptions,
} from '../../kinds/core/service/allocation/address-objects.ts';
import {
  type AddressRepairOptions,
  type AddressScene,
  repairAddresses,
} from '../../kinds/core/service/allocation/address-repair.ts';
import type { AddressState } from '../../kinds/core/service/allocation/ready-ranges.ts';
import { allRanges, readyRanges } from '../../kinds/core/service/allocation/service-cidrs.ts';
import type { AddressRange } from '../../kinds/shared/addresses/address-range.ts';
import { decodePlaced } from '../../registry/conversion/object-codec.ts';
import { mainFilter } from '../../registry/ownership/field-filter.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { isStatus } from '../../registry/storage-errors.ts';
import { complete } from '../../registry/write/complete-object.ts';
import type { Creator } from '../../registry/write/creator.ts';
import type { Deleter } from '../../registry/write/deleter.ts';
import { relativeKey } from '../../storage/keys.ts';
import type { CacheFeed } from '../../storage/watch-cache/cache-feed.ts';
import type { Clock } from '../../util/clock.ts';

interface Parts {
  feed: CacheFeed;
  creator: Creator;
  deleter: Deleter;
  services: StoredResource;
  /** The kind IPAddress. */
  addresses: StoredResource;
  /** The kind ServiceCIDR; undefined in a release that has IPAddress alone. */
  ranges: StoredResource | undefined;
}

export interface AddressKeepingOptions extends Pick<ServiceAddressOptions, 'ranges' | 'taken'> {
  /** The ranges of the flags. */
  flagRanges: readonly AddressRange[];
  dialect: Dialect;
  clock: Clock;
  /** Called when addresses are given out: the parts are made later than this. */
  parts(): Parts;
  report(message: string): void;
}

/** The objects that keep addresses for Services: who makes them, and who looks after what was made. */
export class AddressKeeping {
  readonly allocator: ServiceAddresses;
  readonly #options: AddressKeepingOptions;
  readonly #managedBy: readonly [key: string, value: string];
  readonly #objects: AddressObjects;

  constructor(options: AddressKeepingOptions) {
    const { label, api } = options.dialect;
    const group = `ipaddress.${label}`;
    this.#options = options;
    this.#managedBy = [`${group}/managed-by`, addressManager(api)];
    this.#objects = {
      get: (address) => this.#get(address),
      create: (address) => this.#create(address),
      delete: (address, uid) => this.#delete(address, uid),
    };
    this.allocator = new ServiceAddresses({
      ranges: options.ranges,
      taken: options.taken,
      objects: this.#objects,
      labels: { family: `${group}/ip-family`, managedBy: this.#managedBy },
    });
  }

  /** The ranges that are ready, and which addresses have objects: as new as every write before the call. */
  async readState(): Promise<AddressState> {
    const { flagRanges: flags, dialect, parts } = this.#options;
    const { feed, addresses, ranges } = parts();
    await feed.waitUntilFresh();
    return {
      ready: readyRanges(objectsOf<NetworkingV1ServiceCIDR>(ranges), { flags, defaultName: dialect.service }),
      hasObject: (address) => addresses.cache.get(relativeKey('', address)) !== undefined,
    };
  }

  /** Rejects when the store does not answer. */
  repair({ found }: Pick<AddressRepairOptions, 'found'>): Promise<void> {
    const { clock, parts } = this.#options;
    const [key, value] = this.#managedBy;
    const options: AddressRepairOptions = {
      read: () => this.#read(),
      objects: this.#objects,
      objectOf: (service, address) => this.allocator.objectOf(service, address),
      isManaged: ({ metadata }) => metadata.labels?.[key] === value,
      apiVersion: apiVersionOf(parts().addresses.definition),
      now: () => clock.now(),
      found,
    };
    return repairAddresses(options);
  }

  /** Looks at what changes from now on, and asks for a repair where one is needed. */
  follow({ repair }: { repair(): Promise<void> }): AsyncDisposable {
    const { clock, parts, report } = this.#options;
    const { services, addresses } = parts();
    const [key, value] = this.#managedBy;
    const changes = new AddressChanges({
      service: (namespace, name) => cached<ApiObject>(services, namespace, name),
      address: (name) => cached<NetworkingV1IPAddress>(addresses, '', name),
      isManaged: ({ metadata }) => metadata.labels?.[key] === value,
      now: () => clock.now(),
      repair,
      report: (error) => report(`addresses of Services are not repaired: ${error.message}`),
    });
    const stops = [
      services.cache.observe((_, after) => {
        if (after !== undefined) changes.serviceChanged(after.namespace, after.name);
      }),
      addresses.cache.observe((before, after) => {
        if (after !== undefined) changes.addressChanged(after.name);
        else changes.addressChanged(before!.name, decodePlaced(before!) as unknown as NetworkingV1IPAddress);
      }),
    ];
    return {
      [Symbol.asyncDispose]: () => {
        for (const stop of stops) stop();
        return changes[Symbol.asyncDispose]();
      },
    };
  }

  async #read(): Promise<AddressScene> {
    const { flagRanges: flags, parts } = this.#options;
    const { feed, services, addresses, ranges } = parts();
    await feed.waitUntilFresh();
    return {
      services: objectsOf<ApiObject>(services),
      addresses: objectsOf<NetworkingV1IPAddress>(addresses),
      ranges: allRanges(objectsOf<NetworkingV1ServiceCIDR>(ranges), { flags }),
    };
  }

  async #get(address: string): Promise<NetworkingV1IPAddress | undefined> {
    const { feed, addresses } = this.#options.parts();
    await feed.waitUntilFresh();
    return cached(addresses, '', address);
  }

  async #create({ metadata, spec }: NetworkingV1IPAddress): Promise<boolean> {
    const { addresses, creator } = this.#options.parts();
    const { definition } = addresses;
    const name = metadata.name ?? '';
    const { labels = {} } = metadata;
    const object: ApiObject = complete(addresses, { metadata: { name, labels }, spec });
    const writer = {
      manager: `${this.#options.dialect.prefix}-apiserver`,
      apiVersion: apiVersionOf(definition),
      subresource: '',
      filter: mainFilter(definition),
    };
    return creator.create(addresses, '', object, { dryRun: false, writer }).then(
      () => true,
      (error: unknown) => {
        if (isStatus(error, 409)) return false;
        throw error;
      },
    );
  }

  async #delete(address: string, uid: string): Promise<void> {
    const { addresses, deleter } = this.#options.parts();
    await deleter.delete(addresses, '', address, { preconditions: { uid } }, false).catch((error: Error) => {
      if (!isStatus(error, 404))
        this.#options.report(`IPAddress ${address} is not deleted, for now: ${error.message}`);
    });
  }
}

function cached<T>({ cache }: StoredResource, namespace: string, name: string): T | undefined {
  const entry = cache.get(relativeKey(namespace, name));
  return entry && (decodePlaced(entry) as unknown as T);
}

const objectsOf = <T>(resource: StoredResource | undefined): T[] =>
  [...(resource?.cache.tree.values() ?? [])].map((entry) => decodePlaced(entry) as unknown as T);
