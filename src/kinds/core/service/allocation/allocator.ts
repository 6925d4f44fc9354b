import type { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import type { ApiObject } from '../../../../api/meta/metadata.ts';
import type { CoreV1Service } from '../../../../api/schema/types.gen.ts';
import type { FieldError } from '../../../../api/validation/field-errors.ts';
import { invalidObject } from '../../../../api/validation/invalid-object.ts';
import type { Allocation, Allocator } from '../../../../registry/allocation.ts';
import {
  type ClaimDependencies,
  freeMembers,
  type Member,
  MemberSet,
  RangeClaims,
} from '../../../../registry/ranges/range-claims.ts';
import type { RangeObserver } from '../../../../registry/ranges/range-observer.ts';
import { AddressRules } from '../../../shared/addresses/address-rules.ts';
import type { Family } from '../../../shared/addresses/addresses.ts';
import { validateAddresses } from '../address-validation.ts';
import { ClusterIpAllocation, type ClusterRanges } from './cluster-ips.ts';
import { fillFamilies } from './families.ts';
import { heldBy } from './held.ts';
import { NodePortAllocation } from './node-ports.ts';
import type { SharedPorts } from './ranges.ts';

export interface ServiceRanges extends ClusterRanges {
  nodePorts: SharedPorts;
}

/** Gives Services their addresses in the cluster and their ports on the nodes. */
export class ServiceAllocator implements Allocator {
  readonly #dependencies: ClaimDependencies;
  readonly #ranges: ServiceRanges;
  readonly #addresses: ClusterIpAllocation;
  readonly #ports: NodePortAllocation;
  readonly #rules: AddressRules;

  constructor(
    dependencies: ClaimDependencies,
    ranges: ServiceRanges,
    gates: FeatureGates,
    observer?: RangeObserver,
  ) {
    this.#dependencies = dependencies;
    this.#ranges = ranges;
    this.#rules = new AddressRules(gates);
    this.#addresses = new ClusterIpAllocation(ranges, gates, observer);
    this.#ports = new NodePortAllocation(ranges.nodePorts, gates, observer);
  }

  onCreate(service: ApiObject, dryRun: boolean): Promise<Allocation> {
    return this.#allocate(service as unknown as CoreV1Service, undefined, dryRun);
  }

  onUpdate(service: ApiObject, old: ApiObject, dryRun: boolean): Promise<Allocation> {
    return this.#allocate(service as unknown as CoreV1Service, old as unknown as CoreV1Service, dryRun);
  }

  /** Releases the addresses and ports of a Service that is gone. Never rejects. */
  release(service: ApiObject): Promise<void> {
    return freeMembers(this.#heldBy(service as unknown as CoreV1Service), this.#dependencies.report);
  }

  async #allocate(
    service: CoreV1Service,
    old: CoreV1Service | undefined,
    dryRun: boolean,
  ): Promise<Allocation> {
    const claims = new RangeClaims(this.#dependencies, dryRun);
    const errors = familyErrors(service, old, this.#addresses.families, this.#rules);
    // Of a Service that contradicts itself in what it is to get nothing else is looked at.
    if (errors.length > 0) {
      throw invalidObject({ group: '', kind: 'Service' }, service.metadata.name ?? '', errors);
    }
    try {
      await this.#addresses.allocate(service, old, claims);
      await this.#ports.allocate(service, old, claims);
      this.#giveUpRest(service, old, claims);
      return claims;
    } catch (error) {
      await claims.rollback();
      throw error;
    }
  }

  #heldBy(service: CoreV1Service): Member[] {
    return heldBy(service, this.#ranges);
  }

  /** Frees the addresses and ports of the old Service that the new one does not use, once it is written. */
  #giveUpRest(service: CoreV1Service, old: CoreV1Service | undefined, claims: RangeClaims): void {
    if (old === undefined) return;
    const kept = new MemberSet(this.#heldBy(service));
    for (const member of this.#heldBy(old)) if (!kept.has(member)) claims.giveUp(member);
  }
}

function familyErrors(
  service: CoreV1Service,
  old: CoreV1Service | undefined,
  families: readonly Family[],
  rules: AddressRules,
): FieldError[] {
  const errors = service.spec.type === 'ExternalName' ? [] : validateAddresses(service, rules, old);
  return errors.length > 0 ? errors : fillFamilies(service, old, families);
}
