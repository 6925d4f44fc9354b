import type { Logger } from 'pino';
import { advertiseAddress } from '../../bootstrap/advertise-address.ts';
import { DefaultServiceController, publishedAddresses } from '../../bootstrap/default-service-controller.ts';
import { LeaseGuard } from '../../bootstrap/lease-guard.ts';
import { LeaseReconciler } from '../../bootstrap/lease-reconciler.ts';
import { MasterCountReconciler } from '../../bootstrap/master-count-reconciler.ts';
import type { Replicas } from '../../bootstrap/replicas.ts';
import type { SystemObjects } from '../../registry/write/system-objects.ts';
import type { ApiServerOptions } from './options.ts';
import type { RegistryParts } from './registry-parts.ts';

export interface DefaultServiceDependencies {
  options: ApiServerOptions;
  registry: RegistryParts;
  objects: SystemObjects;
  log: Logger;
}

/** The Service that leads to this server on `port`; undefined when there is no address that clients could reach. */
export function defaultServiceOf(
  dependencies: DefaultServiceDependencies,
  port: number,
): DefaultServiceController | undefined {
  const { options, objects, log } = dependencies;
  const { dialect, settings } = options;
  const address = addressOf(options);
  if (address === undefined) {
    log.warn('no address to advertise: pods will not find this server');
    return undefined;
  }
  return new DefaultServiceController({
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
export async function forgetEarlierRun(dependencies: DefaultServiceDependencies): Promise<void> {
  const { options, log } = dependencies;
  const address = addressOf(options);
  if (address === undefined || options.settings.endpointReconciler !== 'lease') return;
  await leasesOf(dependencies, address)
    .release()
    .catch((error: Error) => log.warn(`own service: ${error.message}`));
}

/** For a worker that does not have the duty of announcing the server; undefined where nothing is to be kept. */
export function leaseGuardOf(dependencies: DefaultServiceDependencies): LeaseGuard | undefined {
  const { options, log } = dependencies;
  const address = addressOf(options);
  if (address === undefined || options.settings.endpointReconciler !== 'lease') return undefined;
  return new LeaseGuard(leasesOf(dependencies, address), (error) =>
    log.warn(`own service: ${error.message}`),
  );
}

/** Whether the cluster has servers beside this one: supposed where they do not say so in the store. */
export async function othersStay(dependencies: DefaultServiceDependencies): Promise<boolean> {
  const { options } = dependencies;
  if (options.etcdServers.length === 0) return false;
  const own = addressOf(options);
  if (own === undefined || options.settings.endpointReconciler !== 'lease') return true;
  return leasesOf(dependencies, own).hasOthers();
}

/** Address at which the cluster reaches this server; undefined where it has none. */
export const addressOf = ({
  advertiseAddress: given,
  bindAddress,
  serviceClusterIpRanges,
}: ApiServerOptions) => advertiseAddress(given, bindAddress, serviceClusterIpRanges[0]!.family);

function replicasOf(dependencies: DefaultServiceDependencies, address: string): Replicas | undefined {
  const { options, objects } = dependencies;
  const { endpointReconciler, replicaCount: count } = options.settings;
  if (endpointReconciler === 'none') return undefined;
  if (endpointReconciler === 'lease') return leasesOf(dependencies, address);
  const published = (): string[] => publishedAddresses(objects, options.dialect);
  return new MasterCountReconciler({ address, count, published });
}

function leasesOf({ registry }: DefaultServiceDependencies, address: string): LeaseReconciler {
  const { kv, keys, format, resources } = registry;
  const endpoints = resources.stored.get('endpoints.')!.definition;
  return new LeaseReconciler({ kv, keys, address, endpoints, format });
}
