import { type Dialect, fillPlaceholders } from '../../api/meta/dialect.ts';
import { apiVersionOf, type KindDefinition } from '../../api/schema/schema.ts';
import type { CoordinationV1Lease } from '../../api/schema/types.gen.ts';
import type { Identity } from '../../bootstrap/identity-lease.ts';
import { StorageVersions, type StoredType } from '../../bootstrap/storage-versions.ts';
import type { StoredResource } from '../../registry/resource.ts';
import type { SystemObjects } from '../../registry/write/system-objects.ts';
import { systemClock } from '../../util/clock.ts';
import type { ApiServerOptions } from './options.ts';
import type { RegistryParts } from './registry-parts.ts';

/** The release from which on servers say in which versions they serve. */
const servedVersionsSince = '1.28';

/** The StorageVersions that this server keeps; undefined where the feature gate is off, or nobody serves them. */
export function storageVersionsOf(
  { dialect, settings }: ApiServerOptions,
  { registry, objects, identity }: { registry: RegistryParts; objects: SystemObjects; identity: Identity },
): StorageVersions | undefined {
  const type = typeOf(dialect);
  if (!settings.gates.isOn('StorageVersionAPI') || !registry.resources.stored.has(type)) return undefined;
  const tellsServed = settings.gates.isIn(servedVersionsSince);
  const leases = registry.cached.lister<CoordinationV1Lease>({
    group: `coordination.${dialect.api}`,
    resource: 'leases',
  });
  return new StorageVersions({
    objects,
    type,
    server: identity.name,
    stored: [...registry.resources.stored.values()].flatMap((one) => storedType(one, registry, tellsServed)),
    isAlive: (server) => leases.list(identity.namespace).some(({ metadata }) => metadata.name === server),
    clock: systemClock,
  });
}

/** None for what clients cannot ask for. */
function storedType(
  { definition, codec }: StoredResource,
  { kinds, definitions }: Pick<RegistryParts, 'kinds' | 'definitions'>,
  tellsServed: boolean,
): StoredType[] {
  const { group, kind, plural } = definition;
  const isSame = ({ storedAs }: KindDefinition): boolean =>
    storedAs.group === group && storedAs.kind === kind;
  const served = kinds.filter(isSame).map(apiVersionOf);
  if (served.length === 0) return [];
  return [
    {
      name: `${group || 'core'}.${plural}`,
      encodingVersion: apiVersionOf(codec?.written ?? definition),
      decodableVersions: definitions.kinds.filter(isSame).map(apiVersionOf).sort(),
      ...(tellsServed ? { servedVersions: served.sort() } : {}),
    },
  ];
}

const typeOf = (dialect: Dialect): string =>
  fillPlaceholders(dialect, 'storageversions.internal.apiserver.{api}');
