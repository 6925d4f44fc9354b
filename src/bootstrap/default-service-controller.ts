import { type Dialect, fillPlaceholders } from '../api/meta/dialect.ts';
import type { CoreV1Endpoints } from '../api/schema/types.gen.ts';
import { type Family, familyOf } from '../kinds/shared/addresses/addresses.ts';
import type { SystemObjects } from '../registry/write/system-objects.ts';
import type { Replicas } from './replicas.ts';

const namespace = 'default';
const port = { name: 'https', protocol: 'TCP' };

/** The addresses that stand in the Endpoints of the API, as the caches show them. */
export function publishedAddresses(objects: SystemObjects, dialect: Dialect): string[] {
  const { subsets } = (objects.get('endpoints.', namespace, dialect.service) ?? {}) as CoreV1Endpoints;
  return (subsets ?? []).flatMap(({ addresses }) => (addresses ?? []).map(({ ip }) => ip));
}

export interface DefaultServiceOptions {
  objects: SystemObjects;
  /** Undefined when another program keeps the Endpoints. */
  replicas: Replicas | undefined;
  dialect: Dialect;
  /** The first address of the range of Services. */
  clusterIp: string;
  /** On which the replicas are reached. */
  port: number;
  /** On which every node leads to it; 0 for none. */
  nodePort?: number;
}

/** The Service through which the pods of the cluster reach the API, and the replicas behind it. */
export class DefaultServiceController {
  readonly #options: DefaultServiceOptions;
  readonly #name: string;
  readonly #family: Family;

  constructor(options: DefaultServiceOptions) {
    this.#options = options;
    this.#name = options.dialect.service;
    this.#family = familyOf(options.clusterIp)!;
  }

  /** Says that this replica is there, and brings the objects in line with the replicas that are. */
  async sync(): Promise<void> {
    const { objects, replicas } = this.#options;
    await objects.create('namespaces.', '', { metadata: { name: namespace } });
    await this.#keepService();
    if (replicas !== undefined) await this.#keepEndpoints(await replicas.join());
  }

  /** Removes this replica's address. The last replica leaves it: an empty list would help no client. */
  async leave(): Promise<void> {
    const { replicas } = this.#options;
    if (replicas !== undefined) await this.#keepEndpoints(await replicas.leave());
  }

  async #keepService(): Promise<void> {
    const { objects, clusterIp, port: targetPort, nodePort = 0 } = this.#options;
    const type = nodePort === 0 ? 'ClusterIP' : 'NodePort';
    const metadata = { name: this.#name, labels: { provider: this.#name, component: 'apiserver' } };
    const ports = [{ ...port, port: 443, targetPort, ...(nodePort === 0 ? {} : { nodePort }) }];
    const present = objects.get('services.', namespace, this.#name);
    if (present === undefined) {
      const spec = {
        type,
        clusterIP: clusterIp,
        clusterIPs: [clusterIp],
        ipFamilies: [this.#family],
        ipFamilyPolicy: 'SingleStack',
        sessionAffinity: 'None',
        ports,
      };
      return objects.create('services.', namespace, { metadata, spec });
    }
    // Its address stays; how it leads here is put right.
    const spec = { ...(present['spec'] as object), type, ports };
    await objects.keep('services.', namespace, { metadata, spec });
  }

  async #keepEndpoints(replicas: readonly string[]): Promise<void> {
    const { objects, dialect, port: number } = this.#options;
    const addresses = replicas.filter((address) => familyOf(address) === this.#family);
    if (addresses.length === 0) return;
    const ports = [{ ...port, port: number }];
    await objects.keep('endpoints.', namespace, {
      // The EndpointSlice is kept here too: its label keeps the mirroring controller away.
      metadata: {
        name: this.#name,
        labels: { [fillPlaceholders(dialect, 'endpointslice.{label}/skip-mirror')]: 'true' },
      },
      subsets: [{ addresses: addresses.map((ip) => ({ ip })), ports }],
    });
    await objects.keep(fillPlaceholders(dialect, 'endpointslices.discovery.{api}'), namespace, {
      metadata: {
        name: this.#name,
        labels: { [fillPlaceholders(dialect, '{label}/service-name')]: this.#name },
      },
      addressType: this.#family,
      endpoints: addresses.map((address) => ({ addresses: [address], conditions: { ready: true } })),
      ports,
    });
  }
}
