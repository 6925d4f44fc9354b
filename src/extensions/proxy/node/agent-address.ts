import { StatusError } from '../../../api/meta/status.ts';
import type { CoreV1Node } from '../../../api/schema/types.gen.ts';
import type { Address } from '../../../client/connections.ts';

/**
 * Address of the agent of a node: the first address of the first preferred type that it has. Throws a Status of code
 * 500.
 */
export function agentAddress(
  { status }: CoreV1Node,
  preferred: readonly string[],
  defaultPort: number,
): Address {
  const addresses = status?.addresses ?? [];
  const port = status?.daemonEndpoints?.kubeletEndpoint?.Port || defaultPort;
  for (const wanted of preferred) {
    const found = addresses.find(({ type }) => type === wanted);
    if (found !== undefined) return { host: found.address, port };
  }
  const known = addresses.map(({ type, address }) => `{${type} ${address}}`).join(' ');
  throw new StatusError(500, undefined, `no preferred addresses found; known addresses: [${known}]`);
}
