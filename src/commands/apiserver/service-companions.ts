import type { Logger } from 'pino';
import type { Dialect } from '../../api/meta/dialect.ts';
import type { ApiObject } from '../../api/meta/metadata.ts';
import type { KindDefinition } from '../../api/schema/schema.ts';
import { addressTaken } from '../../kinds/core/service/allocation/cluster-ips.ts';
import type { Allocator } from '../../registry/allocation.ts';
import type { StoredResource } from '../../registry/resource.ts';
import { type Resources, resourceKey } from '../../registry/resources.ts';
import { isStatus } from '../../registry/storage-errors.ts';
import type { Deleter } from '../../registry/write/deleter.ts';
import { systemClock } from '../../util/clock.ts';
import type { ApiServerOptions } from './options.ts';
import { AddressKeeping, type AddressKeepingOptions } from './service-addresses.ts';
import type { ServiceAllocation } from './service-allocation.ts';

/** The type of the objects that addresses of Services are. */
export const addressType = ({ api }: Dialect): string => `ipaddresses.networking.${api}`;

/** Whether the release, with its gates, keeps addresses of Services as objects, and not as bits of a range alone. */
export const hasAddressObjects = (
  { dialect, settings }: ApiServerOptions,
  kinds: readonly KindDefinition[],
): boolean =>
  settings.gates.isOn('MultiCIDRServiceAllocator') &&
  kinds.some((kind) => resourceKey(kind) === addressType(dialect));

/** Undefined where addresses have no objects. */
export function addressKeeping(
  { options, log }: { readonly options: ApiServerOptions; readonly log: Logger },
  ranges: Allocator,
  kinds: readonly KindDefinition[],
  parts: AddressKeepingOptions['parts'],
): AddressKeeping | undefined {
  const { dialect, settings, serviceClusterIpRanges: flagRanges } = options;
  if (!hasAddressObjects(options, kinds)) return undefined;
  return new AddressKeeping({
    ranges,
    flagRanges,
    dialect,
    parts,
    clock: systemClock,
    taken: (service, address) => addressTaken(service, address, settings.gates),
    report: (message) => log.warn(message),
  });
}

/** The addresses of pods behind a Service go with it: a new one of the same name must not begin with old ones. */
export function companionsOfServices(
  services: ServiceAllocation,
  addresses: AddressKeeping | undefined,
  resources: () => Resources,
  deleter: Deleter,
  log: Logger,
): Pick<StoredResource, 'allocator' | 'afterDelete'> {
  const afterDelete = async (service: ApiObject): Promise<void> => {
    const { namespace = '', name = '' } = service.metadata;
    await services.allocator.release(service);
    await addresses?.allocator.release(service);
    await deleter.delete(resources().stored.get('endpoints.')!, namespace, name, {}, false).catch((error) => {
      if (!isStatus(error, 404))
        log.warn(`endpoints ${namespace}/${name} outlive their Service: ${error.message}`);
    });
  };
  return { allocator: addresses?.allocator ?? services.allocator, afterDelete };
}
