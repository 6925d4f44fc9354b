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

export interface OwnServiceDependencies {
  options: ApiServerOptions;
  registry: RegistryParts;
  objects: SystemObjects;
  log: Logger;
}

/** The Service that leads to this server on `port`; undefined when there is no address that clients could reach. */
export function ownServiceOf(dependencies: OwnServiceDependencies, port: number): OwnService | undefined {
  const { options, objects, log } = dependencies;
  const { dialect, settings } = options;
  const address = addressOf(options);
  if (address === undefined) {
    log.warn('no address to advertise: pods will not find this server');
    return undefined;
  }
  return new OwnService({
    objects,
    dialect,
    port,
    replicas: replicasOf(dependencies, address),
    clusterIp: options.serviceClusterIpRanges[0]!.at(1),
    nodePort: settings.serviceNodePort,
  });
}

/**
 * Takes the address out that a server which was killed has left: until this one is ready, clients are not to come here.
 * The server starts as well where that fails, as the address goes by itself.
 */
export async function forgetEarlierRun(dependencies: OwnServiceDependencies): Promise<void> {
  const { options, log } = dependencies;
  const address = addressOf(options);
  if (address === undefined || options.settings.endpointReconciler !== 'lease') return;
  await leasesOf(dependencies, address)
    .release()
    .catch((error: Error) => log.warn(`own service: ${error.message}`));
}

/** For a worker that does not have the duty of announcing the server; undefined where nothing is to be kept. */
export function standInOf(dependencies: OwnServiceDependencies): StandIn | undefined {
  const { options, log } = dependencies;
  const address = addressOf(options);
  if (address === undefined || options.settings.endpointReconciler !== 'lease') return undefined;
  return new StandIn(leasesOf(dependencies, address), (error) => log.warn(`own service: ${error.message}`));
}

const addressOf = ({ advertiseAddress: given, bindAddress, serviceClusterIpRanges }: ApiServerOptions) =>
  advertiseAddress(given, bindAddress, serviceClusterIpRanges[0]!.family);

function replicasOf(dependencies: OwnServiceDependencies, address: string): Replicas | undefined {
  const { options, objects } = dependencies;
  const { endpointReconciler, replicaCount: count } = options.settings;
  if (endpointReconciler === 'none') return undefined;
  if (endpointReconciler === 'lease') return leasesOf(dependencies, address);
  const published = (): string[] => publishedAddresses(objects, options.dialect);
  return new CountedReplicas({ address, count, published });
}

function leasesOf({ registry }: OwnServiceDependencies, address: string): ReplicaLeases {
  const { kv, keys, format, resources } = registry;
  const endpoints = resources.stored.get('endpoints.')!.definition;
  return new ReplicaLeases({ kv, keys, address, endpoints, format });
}
