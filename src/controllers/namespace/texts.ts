/** Undefined when there is none. The message names the group versions that could not be read. */
export function discoveryError(failures: ReadonlyMap<string, Error>): Error | undefined {
  if (failures.size === 0) return undefined;
  const parts = [...failures].map(([groupVersion, { message }]) => `${groupVersion}: ${message}`).sort();
  return new DiscoveryError(
    `unable to retrieve the complete list of server APIs: ${parts.join(', ')}`,
    failures.size,
  );
}

/** Some group versions could not be read. */
export class DiscoveryError extends Error {
  override readonly name = 'DiscoveryError';
  /** Number of them. */
  readonly failing: number;

  constructor(message: string, failing: number) {
    super(message);
    this.failing = failing;
  }
}
