import type { LocalUsers } from '../../access/authentication/local-users.ts';
import { serviceAccountGroups } from '../../access/authentication/service-account-users.ts';
import { isSignedElsewhere } from '../../access/authentication/tokens/settings.ts';
import type { GroupResource } from '../../api/meta/status.ts';
import { serviceAccountUserName, type User } from '../../api/meta/user.ts';
import { ApiClient } from '../../client/api/api-client.ts';
import { MeteredWire } from '../../client/api/metered-wire.ts';
import { StreamWire } from '../../client/api/stream-wire.ts';
import type { Wire } from '../../client/api/wire.ts';
import { LeaderWire } from '../../client/leader-election/leader-wire.ts';
import { systemPause } from '../../client/retry.ts';
import { controllers } from '../../controllers/index.ts';
import type { InProcessListener } from '../../server/http/in-process.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import { monotonicClock } from '../../util/clock.ts';
import type { Flag, FlagValues } from '../../util/flags.ts';
import { systemRandom } from '../../util/random.ts';
import { ElectedControllers } from '../controllers/elected-controllers.ts';
import { ControllerElection } from '../controllers/election.ts';
import { type ControllerEnvironment, RunningControllers } from '../controllers/running-controllers.ts';
import { controllerFlags, selectControllers } from '../controllers/selection.ts';
import type { CredentialFiles } from '../credentials.ts';
import { AllObjects } from './all-objects.ts';
import type { ApiServerOptions } from './options.ts';

/** Every request of a controller has its turn by the same limits as those of other clients. */
export interface LocalControllerDependencies
  extends Omit<ControllerEnvironment, 'clientOf' | 'meterOf' | 'random' | 'syncMeterOf'> {
  metrics: Pick<Metrics, 'clients' | 'elections' | 'queues' | 'syncs'>;
  users: LocalUsers;
  listener: InProcessListener;
  /** Whether the objects of a type are in a cache of this server from the start. */
  isBuiltIn(type: GroupResource): boolean;
}

/**
 * The server itself, which holds the Lease of its controllers. The Lease of a controller manager is another one, so that
 * both programs work side by side, each with its own `--controllers`.
 */
const ownUser: User = { name: 'system:apiserver', uid: '', groups: ['system:masters'], extra: {} };

/** The host name of this server in requests within the process. */
const host = 'localhost';

/** Whether a flag names a file of an authority, for one signer or for all of them. */
const isSigningFile = ({ name }: Flag): boolean => /^cluster-signing-.*file$/.test(name);

/**
 * Files of this server for its controllers, where the flags name no others: tokens are signed with the key that it signs
 * with itself, and an authority of an operator is not mixed with one that is self-made.
 */
export function controllerFiles(
  credentials: CredentialFiles | undefined,
  { access: flags, tlsCertFile }: Pick<ApiServerOptions, 'access' | 'tlsCertFile'>,
): Record<string, string> {
  const signingKey =
    flags.text('service-account-signing-key-file') ??
    (isSignedElsewhere(flags) ? undefined : credentials?.serviceAccountKey);
  const key: Record<string, string> =
    signingKey === undefined ? {} : { 'service-account-private-key-file': signingKey };
  if (credentials === undefined) return key;
  const namesSigningFile = controllerFlags(controllers).some(
    (flag) => isSigningFile(flag) && flags.has(flag.name),
  );
  const signing = {
    'cluster-signing-cert-file': credentials.authority,
    'cluster-signing-key-file': credentials.authorityKey,
  };
  return {
    ...key,
    ...(namesSigningFile ? {} : signing),
    // No client could verify another serving certificate with it.
    ...(tlsCertFile === undefined ? { 'root-ca-file': credentials.authority } : {}),
  };
}

/** Controllers that `--controllers` asks for, whether they work in this process or in the one that holds the Lease. */
export const localControllerNames = (flags: FlagValues): ReadonlySet<string> =>
  new Set(selectControllers(controllers, flags.list('controllers')).map(({ name }) => name));

/** Controllers that are at work, or will be. */
export type LocalControllers = Pick<RunningControllers, 'close'>;

/**
 * Runs the controllers that `--controllers` asks for in the process of the API server. Their requests go through the
 * whole chain; what they read of all objects are the caches of the server. `isAlone`: no other server has this store;
 * else those of one server work, which holds a Lease. Rejects with a start-up error.
 */
export async function startLocalControllers(
  dependencies: LocalControllerDependencies,
  isAlone: boolean,
): Promise<LocalControllers> {
  const { metrics, dialect, log } = dependencies;
  const wire = new MeteredWire(new StreamWire(dependencies.listener.connect, host), {
    server: `https://${host}`,
    observer: metrics.clients,
    clock: monotonicClock,
  });
  if (isAlone) return startAll(dependencies, wire);
  const election = new ControllerElection({
    client: clientAs(ownUser, 'leader-election', wire, dependencies),
    dialect,
    log,
    series: metrics.elections,
    name: `${dialect.prefix}-apiserver-controllers`,
  });
  const { elector } = election;
  const elected = new ElectedControllers({
    elector,
    pause: systemPause,
    start: () => startAll(dependencies, new LeaderWire(wire, elector)),
    warn: (message) => log.warn(message),
  });
  elected.start();
  const close = async (): Promise<void> => {
    await elected.close();
    await election.close();
  };
  return { close };
}

async function startAll(dependencies: LocalControllerDependencies, wire: Wire): Promise<LocalControllers> {
  const { flags, objects, isBuiltIn, dialect, log } = dependencies;
  const chosen = selectControllers(controllers, flags.list('controllers'));
  const clientOf = clientsOver(wire, dependencies);
  const metadata = new AllObjects({
    objects,
    stored: dependencies.metadata,
    isBuiltIn,
    dialect,
    warn: (message: string) => log.warn(message),
    client: clientOf({ name: 'metadata-informers', account: undefined }),
  });
  const running = await RunningControllers.start(chosen, {
    ...dependencies,
    clientOf,
    metadata,
    random: systemRandom,
    meterOf: dependencies.metrics.queues.meterOf,
    syncMeterOf: dependencies.metrics.syncs.syncMeterOf,
  });
  const close = async (): Promise<void> => {
    await running.close();
    await metadata.close();
  };
  return { close };
}

type ClientDependencies = Pick<LocalControllerDependencies, 'dialect' | 'users'>;

function clientsOver(wire: Wire, dependencies: ClientDependencies): ControllerEnvironment['clientOf'] {
  const { prefix } = dependencies.dialect;
  return ({ name, account }) => clientAs(userOf(prefix, account), name, wire, dependencies);
}

function clientAs(
  user: User,
  name: string,
  wire: Wire,
  { users, dialect: { prefix } }: ClientDependencies,
): ApiClient {
  const token = users.tokenFor(user);
  return new ApiClient({
    wire,
    userAgent: `${prefix}-controller-manager/${name}`,
    authorization: () => `Bearer ${token}`,
    random: systemRandom,
    pause: systemPause,
  });
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
