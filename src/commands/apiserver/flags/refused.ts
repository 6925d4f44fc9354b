import { type Flag, FlagError, type FlagValues } from '../../../util/flags.ts';
import { StartError } from '../../start-error.ts';

/** A flag that is known, and asks for what this server does not do: to start without it would be worse than not to. */
interface RefusedFlag {
  readonly name: string;
  readonly reason: string;
  /** Values that ask for nothing. */
  readonly accepted: readonly string[];
  /** The whole text of the refusal, where it is well known. */
  readonly text?: string;
}

const noInsecurePort = 'must be 0: there is no port without TLS';
const noTunnels = 'nodes are not reached through SSH tunnels; run a proxy on the network instead';

export const refusedFlags: readonly RefusedFlag[] = [
  { name: 'insecure-port', reason: noInsecurePort, accepted: ['0'] },
  { name: 'port', reason: noInsecurePort, accepted: ['0'] },
  {
    name: 'debug-socket-path',
    reason: 'profiles are served over TLS, below /debug/, to those who may read them',
    accepted: [''],
  },
  { name: 'ssh-keyfile', reason: noTunnels, accepted: [''] },
  { name: 'ssh-user', reason: noTunnels, accepted: [''] },
  {
    name: 'storage-backend',
    reason: 'must be etcd3, or left out',
    accepted: ['', 'etcd3'],
    text: "--storage-backend invalid, allowed values: etcd3. If not specified, it will default to 'etcd3'",
  },
  {
    name: 'etcd-servers-overrides',
    reason: 'all resources are kept in one store, whose revisions order every change of the cluster',
    accepted: [''],
  },
];

/** The refused flags for the parser and the help. */
export const knownRefusedFlags: readonly Flag[] = refusedFlags.map(({ name, reason }) => ({
  name,
  type: 'text',
  value: 'value',
  description: `refused: ${reason}`,
}));

/** Throws FlagError or StartError for one that was given with a value that asks for something. */
export function refuse(given: FlagValues): void {
  for (const { name, reason, accepted, text } of refusedFlags) {
    const value = given.text(name);
    if (value === undefined || accepted.includes(value)) continue;
    throw text === undefined ? new FlagError(name, reason) : new StartError(text);
  }
}
