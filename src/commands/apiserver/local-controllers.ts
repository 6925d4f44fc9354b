import type { LocalUsers } from '../../access/authentication/local-users.ts';
import { serviceAccountGroups } from '../../access/authentication/service-account-users.ts';
import { serviceAccountUserName, type User } from '../../api/meta/user.ts';
import { ApiClient } from '../../client/api/api-client.ts';
import { StreamWire } from '../../client/api/stream-wire.ts';
import type { Wire } from '../../client/api/wire.ts';
import { LeaderWire } from '../../client/leader-election/leader-wire.ts';
import { systemPause } from '../../client/retry.ts';
import { controllers } from '../../controllers/index.ts';
import type { InProcessListener } from '../../server/http/in-process.ts';
import type { Flag, FlagValues } from '../../util/flags.ts';
import { systemRandom } from '../../util/random.ts';
import { ElectedControllers } from '../controllers/elected-controllers.ts';
import { controllerElection } from '../controllers/election.ts';
import { type ControllerEnvironment, RunningControllers } from '../controllers/running-controllers.ts';
import { controllerFlags, selectControllers } from '../controllers/selection.ts';
import type { CredentialFiles } from '../credentials.ts';

/** Every request of a controller has its turn by the same limits as those of other clients. */
export interface LocalControllerParts extends Omit<ControllerEnvironment, 'clientOf' | 'random'> {
  users: LocalUsers;
  listener: InProcessListener;
}

/** Of an authority for one signer or for all of them. */
const isSigningFile = ({ name }: Flag): boolean => /^cluster-signing-.*file$/.test(name);

/** Files of the self-made credentials, where the flags name no others: an authority of an operator is not mixed with it. */
export function controllerFiles(
  credentials: CredentialFiles | undefined,
  flags: FlagValues,
): Record<string, string> {
  if (credentials === undefined) return {};
  const namesSigningFile = controllerFlags(controllers).some(
    (flag) => isSigningFile(flag) && flags.has(flag.name),
  );
  const signing = {
    'cluster-signing-cert-file': credentials.authority,
    'cluster-signing-key-file': credentials.authorityKey,
  };
  return {
    ...(namesSigningFile ? {} : signing),
    'service-account-private-key-file': credentials.serviceAccountKey,
    'root-ca-file': credentials.authority,
  };
}

/** Those that `--controllers` asks for, whether they work in this process or in the one that holds the Lease. */
export const localControllerNames = (flags: FlagValues): ReadonlySet<string> =>
  new Set(selectControllers(controllers, flags.list('controllers')).map(({ name }) => name));

/** Controllers that are at work, or will be. */
export type LocalControllers = Pick<RunningControllers, 'close'>;

/**
 * Runs the controllers that `--controllers` asks for in the process of the API server. Their requests go through the
 * whole chain; what they read of all objects are the caches of the server. `isAlone`: no other server has this store;
 * else those of one server work, which holds a Lease. Rejects with a text for the operator.
 */
export async function startLocalControllers(
  parts: LocalControllerParts,
  isAlone: boolean,
): Promise<LocalControllers> {
  const wire = new StreamWire(parts.listener.connect, 'localhost');
  if (isAlone) return startAll(parts, wire);
  const client = clientsOver(wire, parts)('leader-election', undefined);
  const elector = controllerElection({ client, dialect: parts.dialect, log: parts.log });
  const elected = new ElectedControllers({
    elector,
    pause: systemPause,
    start: () => startAll(parts, new LeaderWire(wire, elector)),
    warn: (message) => parts.log.warn(message),
  });
  elected.start();
  return elected;
}

function startAll(parts: LocalControllerParts, wire: Wire): Promise<RunningControllers> {
  const chosen = selectControllers(controllers, parts.flags.list('controllers'));
  const clientOf = clientsOver(wire, parts);
  return RunningControllers.start(chosen, {
    ...parts,
    clientOf,
    random: systemRandom,
  });
}

function clientsOver(
  wire: Wire,
  { users, dialect: { prefix } }: Pick<LocalControllerParts, 'dialect' | 'users'>,
): ControllerEnvironment['clientOf'] {
  return (name, account) => {
    const token = users.tokenFor(userOf(prefix, account));
    return new ApiClient({
      wire,
      userAgent: `${prefix}-controller-manager/${name}`,
      authorization: () => `Bearer ${token}`,
      random: systemRandom,
      pause: systemPause,
    });
  };
}

function userOf(prefix: string, account: string | undefined): User {
  const namespace = `${prefix}-system`;
  const name =
    account === undefined
      ? `system:${prefix}-controller-manager`
      : serviceAccountUserName(namespace, account);
  const groups = account === undefined ? [] : serviceAccountGroups(namespace);
  return { name, uid: '', groups, extra: {} };
}
