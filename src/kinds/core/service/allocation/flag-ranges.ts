import type { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import { canonicalAddress } from '../../../shared/addresses/address-number.ts';
import type { AddressRange } from '../../../shared/addresses/address-range.ts';
import { type AddressSource, type AddressWish, bandsOf, outsideOf, taken } from './address-source.ts';
import type { SharedAddresses } from './ranges.ts';

/** Addresses of the ranges that the flags name, each a bit that all servers share. */
export class FlagRanges implements AddressSource {
  readonly showsInDryRuns = false;
  readonly #ranges: readonly SharedAddresses[];
  readonly #gates: FeatureGates;
  readonly #outside: ReturnType<typeof outsideOf>;
  /** Kept for the Service of the API, which may be made after others. */
  readonly #apiAddress: string;

  /** `ranges`: one or two of different families. */
  constructor(ranges: readonly SharedAddresses[], gates: FeatureGates) {
    this.#ranges = ranges;
    this.#gates = gates;
    this.#outside = outsideOf(gates);
    this.#apiAddress = ranges[0]!.addresses.at(1);
  }

  get ranges(): readonly AddressRange[] {
    return this.#ranges.map(({ addresses }) => addresses);
  }

  async claim(address: string, wish: AddressWish): Promise<string | undefined> {
    const { addresses, shared: range } = this.#rangeOf(wish.family);
    const index = addresses.indexOf(address);
    if (index === undefined) return this.#outside(address, addresses.text);
    if (this.isKept(address, wish)) return taken;
    return (await wish.claims.claim({ range, index: index - 1 })) ? undefined : taken;
  }

  pick(wish: AddressWish): Promise<string | undefined> {
    return this.pickOf(this.#rangeOf(wish.family), wish, () => false);
  }

  /** Claims any address of one range that has no object. */
  async pickOf(
    cluster: SharedAddresses,
    { isApiService, claims }: AddressWish,
    hasObject: (address: string) => boolean,
  ): Promise<string | undefined> {
    const { addresses, shared: range } = cluster;
    const isFirst = cluster === this.#ranges[0];
    if (isFirst && isApiService && (await claims.claim({ range, index: 0 }))) return this.#apiAddress;
    const bands = bandsOf(addresses, isFirst ? 1 : 0, this.#gates);
    const picked = await claims.pick(range, bands, (index) => hasObject(addresses.at(index + 1)));
    return picked === undefined ? undefined : addresses.at(picked + 1);
  }

  /** Whether an address is the one of the API, and the Service is another. */
  isKept(address: string, { isApiService }: Pick<AddressWish, 'isApiService'>): boolean {
    return !isApiService && canonicalAddress(address) === this.#apiAddress;
  }

  #rangeOf(family: string): SharedAddresses {
    return this.#ranges.find(({ addresses }) => addresses.family === family)!;
  }
}
