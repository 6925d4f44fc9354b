/** Milliseconds. */
export interface ElectionTimes {
  /** So long the others wait when they have seen the leader's last sign of life. */
  leaseDuration: number;
  /** So long the leader tries to renew before it gives up. */
  renewDeadline: number;
  /** Between two tries. */
  retryPeriod: number;
}

export const usualTimes: ElectionTimes = {
  leaseDuration: 15_000,
  renewDeadline: 10_000,
  retryPeriod: 2_000,
};

/** Up to so many retry periods come on top of one, by chance, so that candidates do not ask all at once. */
export const jitterFactor = 1.2;

/** Throws a start-up error. */
export function checkTimes({ leaseDuration, renewDeadline, retryPeriod }: ElectionTimes): void {
  if (leaseDuration <= renewDeadline) throw new Error('leaseDuration must be greater than renewDeadline');
  if (renewDeadline <= retryPeriod * jitterFactor) {
    throw new Error('renewDeadline must be greater than retryPeriod*JitterFactor');
  }
  for (const [name, value] of Object.entries({ leaseDuration, renewDeadline, retryPeriod })) {
    if (value < 1) throw new Error(`${name} must be greater than zero`);
  }
}
