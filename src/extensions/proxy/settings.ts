import { readFileSync } from 'node:fs';
import { identityFromFlags } from '../../client/identity-files.ts';
import type { Clock } from '../../util/clock.ts';
import { FlagError, type FlagValues } from '../../util/flags.ts';
import { agentWords, defaultAddressTypes, defaultAgentPort } from './flags.ts';
import { NodeAgents } from './node/node-agents.ts';
import { OwnAddresses, type OwnPlaces } from './node/own-addresses.ts';

/** Settings of the connections with the agents of nodes. */
export interface AgentSettings {
  agents: NodeAgents;
  /** Types of node addresses, best first. */
  addressTypes: readonly string[];
  /** Port of the agent of a node that names none. */
  defaultPort: number;
  /** Whether backends may be at loopback and link-local addresses. */
  allowLocal: boolean;
  /** Limit of an upgraded connection, each way; 0: none. */
  bytesPerSecond: number;
}

/** Throws FlagError for files that cannot be used. */
export function agentSettings(flags: FlagValues, clock: Clock, own: OwnPlaces): AgentSettings {
  /** The name of a flag that is given, in one of the words for it. */
  const nameOf = (name: string): string =>
    agentWords.map((word) => `${word}-${name}`).find((flag) => flags.has(flag)) ?? `${agentWords[0]}-${name}`;
  const authorityFlag = nameOf('certificate-authority');
  const caFile = flags.text(authorityFlag);
  const allowLocal = flags.boolean('allow-local-node-addresses');
  const addressTypes = flags.list(nameOf('preferred-address-types'));
  const portFlag = nameOf('port');
  return {
    allowLocal,
    agents: new NodeAgents({
      authority: caFile === undefined ? undefined : read(authorityFlag, caFile),
      identity: identityFromFlags(flags, clock, nameOf('client-certificate'), nameOf('client-key')),
      allowLocal,
      own: new OwnAddresses(own),
    }),
    addressTypes: addressTypes.length === 0 ? defaultAddressTypes : addressTypes,
    defaultPort: flags.has(portFlag) ? flags.count(portFlag) : defaultAgentPort,
    bytesPerSecond: flags.count('max-connection-bytes-per-sec'),
  };
}

function read(flag: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new FlagError(flag, (error as Error).message);
  }
}
