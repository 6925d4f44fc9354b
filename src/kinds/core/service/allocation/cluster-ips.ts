import type { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import { internalError } from '../../../../api/meta/status.ts';
import type { CoreV1Service } from '../../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../../api/validation/field-errors.ts';
import { invalidObject } from '../../../../api/validation/invalid-object.ts';
import type { RangeClaims } from '../../../../registry/ranges/range-claims.ts';
import { canonicalAddress } from '../../../shared/addresses/address-number.ts';
import type { Family } from '../../../shared/addresses/addresses.ts';
import { shownAddresses } from '../service-messages.ts';
import { isHeadless, needsClusterIp } from '../service-types.ts';
import { addressesOf } from './held.ts';
import type { SharedAddresses } from './ranges.ts';

const path = FieldPath.of('spec', 'clusterIPs');

/** The ranges of the cluster and who the first address of the first one is kept for. */
export interface ClusterRanges {
  /** One or two of different families; Services get addresses of the first unless they say more. */
  ranges: readonly SharedAddresses[];
  /** The Service of the API itself. */
  isApiService(service: CoreV1Service): boolean;
}

interface AllocationTexts {
  outside(address: string, range: string): string;
  refused(address: string, why: string): string;
  full(name: string): string;
}

/** The messages, as the release has them. */
const textsOf = (gates: FeatureGates): AllocationTexts => ({
  outside: (address, range) =>
    `${gates.isIn('1.27') ? `the provided IP (${address})` : 'provided IP'} is not in the valid range. The range of valid IPs is ${range}`,
  refused: (address, why) =>
    gates.isIn('1.24')
      ? `failed to allocate IP ${address}: ${why}`
      : `failed to allocated ip:${address} with error:${why}`,
  full: (name) =>
    gates.isIn('1.36')
      ? `failed to allocate a serviceIP for Service "${name}": range is full`
      : 'failed to allocate a serviceIP: range is full',
});

/** Gives addresses to cluster IPs; families are filled in. Throws StatusError. */
export class ClusterIpAllocation {
  readonly #cluster: ClusterRanges;
  readonly #texts: AllocationTexts;
  /** Kept for the Service of the API, which may be made after others. */
  readonly #apiAddress: string;

  constructor(cluster: ClusterRanges, gates: FeatureGates) {
    this.#cluster = cluster;
    this.#texts = textsOf(gates);
    this.#apiAddress = cluster.ranges[0]!.addresses.at(1);
  }

  get families(): Family[] {
    return this.#cluster.ranges.map(({ addresses }) => addresses.family);
  }

  /** Allocates one address per family. Addresses of the old object stay; validation refuses changes of them. */
  async allocate(service: CoreV1Service, old: CoreV1Service | undefined, claims: RangeClaims): Promise<void> {
    if (!needsClusterIp(service) || isHeadless(service)) return;
    const { spec } = service;
    const before = old === undefined ? 0 : addressesOf(old).length;
    const families = spec.ipFamilies ?? [];
    // An update that gives up an address without saying so is refused later; it does not get another one here.
    if (families.length <= before || (spec.clusterIPs ?? []).length < before) return;
    const addresses = [...(spec.clusterIPs ?? [])];
    for (let index = before; index < families.length; index++) {
      const requested = addresses[index];
      if (requested !== undefined) await this.#claim(service, requested, families[index]!, claims);
      else if (!claims.isDryRun) addresses.push(await this.#pick(service, families[index]!, claims));
    }
    if (addresses.length === 0) return;
    spec.clusterIPs = addresses;
    spec.clusterIP = addresses[0]!;
  }

  async #claim(service: CoreV1Service, address: string, family: string, claims: RangeClaims): Promise<void> {
    const { addresses, shared: range } = this.#rangeOf(family);
    const index = addresses.indexOf(address);
    if (index === undefined) {
      throw this.#refusal(service, address, this.#texts.outside(address, addresses.text));
    }
    const isKept = canonicalAddress(address) === this.#apiAddress && !this.#cluster.isApiService(service);
    if (!isKept && (await claims.claim({ range, index: index - 1 }))) return;
    throw this.#refusal(service, address, 'provided IP is already allocated');
  }

  #refusal({ metadata, spec }: CoreV1Service, address: string, why: string) {
    const { clusterIPs = [], ipFamilies = [] } = spec;
    // Those that were still to be picked are shown as well.
    const all = Array.from(ipFamilies, (_, index) => clusterIPs[index] ?? '');
    const errors: FieldError[] = [invalid(path, shownAddresses(all), this.#texts.refused(address, why))];
    return invalidObject({ group: '', kind: 'Service' }, metadata.name ?? '', errors);
  }

  async #pick(service: CoreV1Service, family: string, claims: RangeClaims): Promise<string> {
    const cluster = this.#rangeOf(family);
    const { addresses, shared: range } = cluster;
    const isFirst = cluster === this.#cluster.ranges[0];
    if (isFirst && this.#cluster.isApiService(service) && (await claims.claim({ range, index: 0 })))
      return this.#apiAddress;
    const picked = await claims.pick(range, isFirst ? 1 : 0);
    if (picked === undefined) throw internalError(this.#texts.full(service.metadata.name ?? ''));
    return addresses.at(picked + 1);
  }

  #rangeOf(family: string): SharedAddresses {
    return this.#cluster.ranges.find(({ addresses }) => addresses.family === family)!;
  }
}
