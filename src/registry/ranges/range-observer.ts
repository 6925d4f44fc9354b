/** `static`: an address or port that the Service asked for. */
export type AllocationScope = 'dynamic' | 'static';

/** Counts the addresses and ports that Services are given. */
export interface RangeObserver {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** An address of a range was given, or could not be; `since`: when it was asked for. */
  address(range: string, scope: AllocationScope, isGiven: boolean, since: number): void;
  /** A port on the nodes was given, or could not be. */
  port(scope: AllocationScope, isGiven: boolean): void;
  /** The ports on the nodes could not be repaired. */
  portsNotRepaired(): void;
}

export const noRangeObserver: RangeObserver = {
  now: () => 0,
  address: () => {},
  port: () => {},
  portsNotRepaired: () => {},
};
