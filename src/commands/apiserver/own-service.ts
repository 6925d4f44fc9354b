import type { Logger } from 'pino';
import { advertiseAddress } from '../../bootstrap/advertise-address.ts';
import { CountedReplicas } from '../../bootstrap/counted-replicas.ts';
import { OwnService, publishedAddresses } from '../../bootstrap/own-service.ts';
import { ReplicaLeases } from '../../bootstrap/replica-leases.ts';
import type { Replicas } from '../../bootstrap/replicas.ts';
import { StandIn } from '../../bootstrap/stand-in.ts';
import type { SystemObjects } from '../../registry/write/system-objects.ts';
import type { ApiServerOptions } from './options.ts';
import type { RegistryParts } from './registry-parts.ts';

export interface OwnServiceParts {
  options: ApiServerOptions;
  registry: RegistryParts;
  objects: SystemObjects;
  log: Logger;
}

/** The Service that leads to this server on `port`; undefined when there is no address that clients could reach. */
export function ownServiceOf(parts: OwnServiceParts, port: number): OwnService | undefined {
  const { options, objects, log } = parts;
  const { dialect, settings } = options;
  const address = addressOf(options);
  if (address === undefined) {
    log.warn('no address to advertise: pods will not find this server');
    return undefined;
  }
  return new OwnService({
    ...{ objects, dialect, port, replicas: replicasOf(parts, address) },
    clusterIp: options.serviceClusterIpRanges[0]!.at(1),
    nodePort: settings.serviceNodePort,
  });
}

/**
 * Takes the address out that a server which was killed has left: until this one is ready, clients are not to come here.
 * The server starts as well where that fails, as the address goes by itself.
 */
export async function forgetEarlierRun(parts: OwnServiceParts): Promise<void> {
  const { options, log } = parts;
  const address = addressOf(options);
  if (address === undefined || options.settings.endpointReconciler !== 'lease') return;
  await leasesOf(parts, address)
    .release()
    .catch((error: Error) => log.warn(`own service: ${error.message}`));
}

/** For a worker that does not have the duty of announcing the server; undefined where nothing is to be kept. */
export function standInOf(parts: OwnServiceParts): StandIn | undefined {
  const { options, log } = parts;
  const address = addressOf(options);
  if (address === undefined || options.settings.endpointReconciler !== 'lease') return undefined;
  return new StandIn(leasesOf(parts, address), (error) => log.warn(`own service: ${error.message}`));
}

const addressOf = ({ advertiseAddress: given, bindAddress, serviceClusterIpRanges }: ApiServerOptions) =>
  advertiseAddress(given, bindAddress, serviceClusterIpRanges[0]!.family);

function replicasOf(parts: OwnServiceParts, address: string): Replicas | undefined {
  const { options, objects } = parts;
  const { endpointReconciler, replicaCount: count } = options.settings;
  if (endpointReconciler === 'none') return undefined;
  if (endpointReconciler === 'lease') return leasesOf(parts, address);
  const published = (): string[] => publishedAddresses(objects, options.dialect);
  return new CountedReplicas({ address, count, published });
}

function leasesOf({ registry }: OwnServiceParts, address: string): ReplicaLeases {
  const { kv, keys, format, resources } = registry;
  const endpoints = resources.stored.get('endpoints.')!.definition;
  return new ReplicaLeases({ kv, keys, address, endpoints, format });
}
