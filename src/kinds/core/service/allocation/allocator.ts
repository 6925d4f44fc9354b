import type { ApiObject } from '../../../../api/meta/metadata.ts';
import { invalidObject } from '../../../../api/meta/status.ts';
import type { CoreV1Service } from '../../../../api/schema/types.gen.ts';
import type { FieldError } from '../../../../api/validation/field-errors.ts';
import { ownerOf } from '../../../../registry/claims/claim.ts';
import { ClaimSet } from '../../../../registry/claims/claim-set.ts';
import type { Claims } from '../../../../registry/claims/claims.ts';
import type { Allocation, Allocator } from '../../../../registry/write/allocation.ts';
import type { Family } from '../../../shared/addresses/addresses.ts';
import { validateAddresses } from '../address-validation.ts';
import { ClusterIpAllocation, type ClusterRanges } from './cluster-ips.ts';
import { fillFamilies } from './families.ts';
import { heldBy } from './held.ts';
import { NodePortAllocation } from './node-ports.ts';
import type { PortRange } from './pools.ts';

export interface ServiceRanges extends ClusterRanges {
  nodePorts: PortRange;
}

/** Gives Services their addresses in the cluster and their ports on the nodes. */
export class ServiceAllocator implements Allocator {
  readonly #claims: Claims;
  readonly #addresses: ClusterIpAllocation;
  readonly #ports: NodePortAllocation;

  constructor(claims: Claims, ranges: ServiceRanges) {
    this.#claims = claims;
    this.#addresses = new ClusterIpAllocation(ranges);
    this.#ports = new NodePortAllocation(ranges.nodePorts);
  }

  onCreate(service: ApiObject, dryRun: boolean): Promise<Allocation> {
    return this.#allocate(service as unknown as CoreV1Service, undefined, dryRun);
  }

  onUpdate(service: ApiObject, old: ApiObject, dryRun: boolean): Promise<Allocation> {
    return this.#allocate(service as unknown as CoreV1Service, old as unknown as CoreV1Service, dryRun);
  }

  /** Of a Service that is gone. Never rejects. */
  release(service: ApiObject): Promise<void> {
    return this.#claims.release(service.metadata, heldBy(service as unknown as CoreV1Service));
  }

  async #allocate(
    service: CoreV1Service,
    old: CoreV1Service | undefined,
    dryRun: boolean,
  ): Promise<Allocation> {
    const claims = new ClaimSet(this.#claims, ownerOf((service as unknown as ApiObject).metadata), dryRun);
    const errors = familyErrors(service, old, this.#addresses.families);
    // Of a Service that contradicts itself in what it is to get nothing else is looked at.
    if (errors.length > 0) {
      throw invalidObject({ group: '', kind: 'Service' }, service.metadata.name ?? '', errors);
    }
    try {
      await this.#addresses.allocate(service, old, claims);
      await this.#ports.allocate(service, old, claims);
      await giveUpRest(service, old, claims);
      return claims;
    } catch (error) {
      await claims.rollback();
      throw error;
    }
  }
}

function familyErrors(
  service: CoreV1Service,
  old: CoreV1Service | undefined,
  families: readonly Family[],
): FieldError[] {
  const errors = service.spec.type === 'ExternalName' ? [] : validateAddresses(service);
  return errors.length > 0 ? errors : fillFamilies(service, old, families);
}

/** Releases the addresses and ports of the old Service that the new one does not use. */
async function giveUpRest(
  service: CoreV1Service,
  old: CoreV1Service | undefined,
  claims: ClaimSet,
): Promise<void> {
  if (old === undefined) return;
  const kept = new Set(heldBy(service).map(({ pool, item }) => `${pool}/${item}`));
  for (const item of heldBy(old)) {
    if (!kept.has(`${item.pool}/${item.item}`)) await claims.giveUp(item);
  }
}
