import { type Flag, FlagError, type FlagValues } from '../../../util/flags.ts';

/** A flag that is known, and asks for what this server does not do: to start without it would be worse than not to. */
interface RefusedFlag {
  readonly name: string;
  readonly reason: string;
  /** Values that ask for nothing. */
  readonly accepted: readonly string[];
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
  { name: 'storage-backend', reason: 'must be etcd3, or left out', accepted: ['', 'etcd3'] },
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

/** Throws FlagError for one that was given with a value that asks for something. */
export function refuse(given: FlagValues): void {
  for (const { name, reason, accepted } of refusedFlags) {
    const value = given.text(name);
    if (value !== undefined && !accepted.includes(value)) throw new FlagError(name, reason);
  }
}
