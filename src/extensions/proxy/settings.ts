import { readFileSync } from 'node:fs';
import { identityFromFlags } from '../../client/identity-files.ts';
import type { Clock } from '../../util/clock.ts';
import { FlagError, type FlagValues } from '../../util/flags.ts';
import { NodeAgents } from './node/node-agents.ts';

/** How the agents of nodes are reached. */
export interface AgentSettings {
  agents: NodeAgents;
  /** Types of node addresses, best first. */
  addressTypes: readonly string[];
  /** Port of the agent of a node that names none. */
  defaultPort: number;
  /** Whether backends may be at loopback and link-local addresses. */
  allowLocal: boolean;
}

/** Throws FlagError for files that cannot be used. */
export function agentSettings(flags: FlagValues, clock: Clock): AgentSettings {
  const caFile = flags.text('kubelet-certificate-authority');
  const allowLocal = flags.boolean('allow-local-node-addresses');
  return {
    allowLocal,
    agents: new NodeAgents({
      authority:
        caFile === undefined
          ? undefined
          : readable('kubelet-certificate-authority', () => readFileSync(caFile, 'utf8')),
      identity: identityFromFlags(flags, clock, 'kubelet-client-certificate', 'kubelet-client-key'),
      allowLocal,
    }),
    addressTypes: flags.list('kubelet-preferred-address-types'),
    defaultPort: flags.count('kubelet-port'),
  };
}

function readable<T>(flag: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new FlagError(flag, (error as Error).message);
  }
}
