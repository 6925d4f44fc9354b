import type { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import { internalError } from '../../../../api/meta/status.ts';
import type { CoreV1Service } from '../../../../api/schema/types.gen.ts';
import { type FieldError, FieldPath, invalid } from '../../../../api/validation/field-errors.ts';
import { invalidObject } from '../../../../api/validation/invalid-object.ts';
import type { RangeClaims } from '../../../../registry/ranges/range-claims.ts';
import { noRangeObserver, type RangeObserver } from '../../../../registry/ranges/range-observer.ts';
import type { Family } from '../../../shared/addresses/addresses.ts';
import { shownAddresses } from '../service-messages.ts';
import { isHeadless, needsClusterIp } from '../service-types.ts';
import { type AddressSource, taken } from './address-source.ts';
import { FlagRanges } from './flag-ranges.ts';
import { addressesOf } from './held.ts';
import type { SharedAddresses } from './ranges.ts';
import { ReadyRanges, type ReadyRangesOptions } from './ready-ranges.ts';

const path = FieldPath.of('spec', 'clusterIPs');

/** The ranges of the cluster and who the first address of the first one is kept for. */
export interface ClusterRanges {
  /** One or two of different families; Services get addresses of the first unless they say more. */
  ranges: readonly SharedAddresses[];
  /** The Service of the API itself. */
  isApiService(service: CoreV1Service): boolean;
  /** Reads what ServiceCIDRs and IPAddresses say; undefined where there are none. */
  readState: ReadyRangesOptions['read'] | undefined;
}

/** The refusal of an address that somebody else has. */
export function addressTaken(service: CoreV1Service, address: string, gates: FeatureGates): Error {
  return refusal(service, textsOf(gates).refused(address, taken));
}

function refusal({ metadata, spec }: CoreV1Service, text: string): Error {
  const { clusterIPs = [], ipFamilies = [] } = spec;
  // Those that were still to be picked are shown as well.
  const all = Array.from(ipFamilies, (_, index) => clusterIPs[index] ?? '');
  const errors: FieldError[] = [invalid(path, shownAddresses(all), text)];
  return invalidObject({ group: '', kind: 'Service' }, metadata.name ?? '', errors);
}

interface AllocationTexts {
  refused(address: string, why: string): string;
  full(name: string): string;
}

/** The messages, as the release has them. */
const textsOf = (gates: FeatureGates): AllocationTexts => ({
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
  readonly #source: AddressSource;
  readonly #observer: RangeObserver;

  constructor(cluster: ClusterRanges, gates: FeatureGates, observer = noRangeObserver) {
    this.#observer = observer;
    const { ranges, readState: read } = cluster;
    const source = new FlagRanges(ranges, gates);
    this.#cluster = cluster;
    this.#texts = textsOf(gates);
    this.#source = read ? new ReadyRanges({ flagRanges: ranges, source, gates, read }) : source;
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
      else if (!claims.isDryRun || this.#source.showsInDryRuns)
        addresses.push(await this.#pick(service, families[index]!, claims));
    }
    if (addresses.length === 0) return;
    spec.clusterIPs = addresses;
    spec.clusterIP = addresses[0]!;
  }

  async #claim(service: CoreV1Service, address: string, family: string, claims: RangeClaims): Promise<void> {
    const since = this.#observer.now();
    const why = await this.#source.claim(address, this.#wishOf(service, family, claims));
    if (!claims.isDryRun)
      this.#observer.address(this.#rangeOf(address, family), 'static', why === undefined, since);
    if (why !== undefined) throw refusal(service, this.#texts.refused(address, why));
  }

  async #pick(service: CoreV1Service, family: string, claims: RangeClaims): Promise<string> {
    const since = this.#observer.now();
    const picked = await this.#source.pick(this.#wishOf(service, family, claims));
    if (!claims.isDryRun)
      this.#observer.address(this.#rangeOf(picked, family), 'dynamic', picked !== undefined, since);
    if (picked === undefined) throw internalError(this.#texts.full(service.metadata.name ?? ''));
    return picked;
  }

  /** The range that an address lies in; the first of the family for none. */
  #rangeOf(address: string | undefined, family: string): string {
    const own = this.#cluster.ranges.map(({ addresses }) => addresses);
    const around =
      address === undefined
        ? undefined
        : [...own, ...this.#source.ranges].find((range) => range.contains(address));
    return (around ?? own.find((range) => range.family === family) ?? own[0]!).text;
  }

  #wishOf(service: CoreV1Service, family: string, claims: RangeClaims) {
    return { family, isApiService: this.#cluster.isApiService(service), claims };
  }
}
