import type { FeatureGates } from '../../../../api/gates/feature-gates.ts';
import type { Band } from '../../../../registry/ranges/bands.ts';
import type { AddressRange } from '../../../shared/addresses/address-range.ts';
import { type AddressSource, type AddressWish, bandsOf, outsideOf, taken } from './address-source.ts';
import type { FlagRanges } from './flag-ranges.ts';
import { memberOfAddress, type SharedAddresses } from './ranges.ts';

/** Ranges and holders as ServiceCIDRs and IPAddresses say at one time. */
export interface AddressState {
  /** Ranges that Services can get addresses from, those of the flags first. */
  readonly ready: readonly AddressRange[];
  /** Whether an address, in its canonical form, has an object. */
  hasObject(address: string): boolean;
}

export interface ReadyRangesOptions {
  /** The ranges of the flags: their addresses are bits as well, which servers without ServiceCIDRs look at. */
  flagRanges: readonly SharedAddresses[];
  source: FlagRanges;
  gates: FeatureGates;
  /** A state that is as new as every write before the call. */
  read(): Promise<AddressState>;
}

const mismatch = 'the provided network does not match the current range';

/**
 * Addresses of the ranges of all ServiceCIDRs that are ready. The object that keeps an address is made later: here an
 * address that has one is passed over.
 */
export class ReadyRanges implements AddressSource {
  readonly showsInDryRuns = true;
  ranges: readonly AddressRange[] = [];
  readonly #options: ReadyRangesOptions;
  readonly #outside: ReturnType<typeof outsideOf>;

  constructor(options: ReadyRangesOptions) {
    this.#options = options;
    this.#outside = outsideOf(options.gates);
  }

  async claim(address: string, wish: AddressWish): Promise<string | undefined> {
    const { ready } = await this.#read();
    const around = ready.filter((range) => range.contains(address));
    if (around.length === 0) {
      // A dry run asks the first range alone.
      const first = wish.claims.isDryRun && ready.find(({ family }) => family === wish.family);
      return first ? this.#outside(address, first.text) : mismatch;
    }
    if (!around.some((range) => range.assigns(address))) return this.#outside(address, around[0]!.text);
    if (this.#options.source.isKept(address, wish)) return taken;
    return (await this.#claimBit(address, wish)) ? undefined : taken;
  }

  async pick(wish: AddressWish): Promise<string | undefined> {
    const { flagRanges, source } = this.#options;
    const state = await this.#read();
    for (const range of state.ready) {
      if (range.family !== wish.family) continue;
      const shared = flagRanges.find(({ addresses }) => addresses.text === range.text);
      const picked = await (shared === undefined || wish.claims.isDryRun
        ? this.#pickFurther(range, state, wish)
        : source.pickOf(shared, wish, state.hasObject));
      if (picked !== undefined) return picked;
    }
    return undefined;
  }

  async #read(): Promise<AddressState> {
    const state = await this.#options.read();
    this.ranges = state.ready;
    return state;
  }

  async #pickFurther(
    range: AddressRange,
    { hasObject }: AddressState,
    wish: AddressWish,
  ): Promise<string | undefined> {
    for (const band of bandsOf(range, 0, this.#options.gates)) {
      for (const index of around(band, wish.claims.anyOf(band))) {
        const address = range.at(index + 1);
        if (hasObject(address) || this.#options.source.isKept(address, wish)) continue;
        if (await this.#claimBit(address, wish)) return address;
      }
    }
    return undefined;
  }

  /** Claims the bit of an address, where it has one. */
  async #claimBit(address: string, { claims }: AddressWish): Promise<boolean> {
    claims.hold();
    const member = memberOfAddress(this.#options.flagRanges, address);
    return member === undefined || claims.claim(member);
  }
}

/** The indexes of a band from `start` on, and then those before it. */
function* around({ from, to }: Band, start: number): Generator<number> {
  for (let index = start; index < to; index++) yield index;
  for (let index = from; index < start; index++) yield index;
}
