import { availableParallelism } from 'node:os';
import { auditFlags } from '../../access/audit/flags.ts';
import { authenticationFlags } from '../../access/authentication/create-authenticator.ts';
import { authorizationFlags } from '../../access/authorization/create-authorizer.ts';
import { flowControlFlag } from '../../access/flow-control/flags.ts';
import { admissionFlags } from '../../admission/create-chain.ts';
import { releaseBefore } from '../../api/meta/release.ts';
import { controllers } from '../../controllers/index.ts';
import { aggregationFlags } from '../../extensions/aggregation/flags.ts';
import { peerFlags } from '../../extensions/peers/flags.ts';
import { proxyFlags } from '../../extensions/proxy/flags.ts';
import { type Flag, FlagError, type FlagValues, InvalidArgument } from '../../util/flags.ts';
import { flagValues, parseCommandLine, parsedValues } from '../command-line.ts';
import { controllerFlags, selectControllers } from '../controllers/selection.ts';
import type { FlagSection } from '../help-text.ts';
import { StartError, UsageError } from '../start-error.ts';
import { productVersion } from '../version.ts';
import { withConfigFile } from './flags/config-file.ts';
import { gateWarnings } from './flags/feature-gates.ts';
import { ownFlags } from './flags/own-flags.ts';
import { checkCompatible, checkForward } from './flags/parse-value.ts';
import { knownRefusedFlags, refuse } from './flags/refused.ts';
import { checkOfRelease } from './flags/release-flags.ts';
import { checkServedApis } from './flags/served-apis.ts';
import { serverFlags } from './flags/server-flags.ts';
import { type ServerSettings, serverSettings } from './flags/settings.ts';
import { shownValues } from './flags/shown-values.ts';
import { acceptedFlags, warningsOf } from './flags/without-effect.ts';
import { workerCount } from './flags/worker-count.ts';
import type { ApiServerOptions } from './options.ts';

/** Throws StartError for anything that is no flag or no value of one; `--help` prints and exits. */
export function parseFlags(parameters: readonly string[]): ApiServerOptions {
  const program = {
    name: 'apiserver',
    description: 'Serves the API of the cluster, over TLS, from etcd or from a store of its own.',
    version: `v${productVersion}`,
    sections,
  };
  const texts = parseCommandLine(program, withConfigFile(parameters, knownNames()));
  const own = parsedValues(ownFlags, texts);
  checkOfRelease(texts, own.emulatedVersion);
  const values = flagValues(valueFlags, texts);
  try {
    refuse(values);
    return optionsOf(
      own,
      values,
      shownValues(
        sections.flatMap(({ flags }) => flags),
        texts,
      ),
    );
  } catch (error) {
    if (!(error instanceof FlagError)) throw error;
    const Refusal = error instanceof InvalidArgument ? UsageError : StartError;
    throw new Refusal(error.message, { cause: error });
  }
}

/** Every flag, by its name without dashes. */
export function knownNames(): Map<string, { repeats: boolean }> {
  const flags = sections.flatMap((section) => section.flags);
  return new Map(flags.map(({ name, type }) => [name, { repeats: type === 'texts' }]));
}

function optionsOf(
  own: ReturnType<typeof parsedValues<typeof ownFlags>>,
  access: FlagValues,
  shown: ReadonlyMap<string, string>,
): ApiServerOptions {
  const { minCompatibilityVersion: given, ...others } = own;
  const minCompatibility = given ?? releaseBefore(own.emulatedVersion);
  checkCompatible(minCompatibility, own.emulatedVersion);
  checkForward('EmulationForwardCompatible', own.servesNewer, own.emulatedVersion);
  checkForward('RuntimeConfigEmulationForwardCompatible', own.takesLater, own.emulatedVersion);
  checkServedApis({
    given: own.runtimeConfig ?? new Map(),
    isFair: access.boolean(flowControlFlag.name),
    release: own.emulatedVersion,
    dialect: own.dialect,
  });
  const settings = serverSettings(access, { ...own, minCompatibility });
  const options: ApiServerOptions = {
    ...others,
    minCompatibility,
    removesUnreadable: own.removesUnreadable || settings.gates.isOn('AllowUnsafeMalformedObjectDeletion'),
    etcdServers: own.etcdServers ?? [],
    runtimeConfig: own.runtimeConfig ?? new Map(),
    flags: shown,
    access,
    settings,
    worker: undefined,
    warnings: [...warningsOf(access), ...countWarnings(settings), ...gateWarnings(settings.gates)],
  };
  checkTogether(options);
  checkNodePort(options);
  workerCount(access.text('workers'), options.etcdServers.length === 0, availableParallelism());
  return options;
}

function countWarnings({ endpointReconciler, replicaCount }: ServerSettings): string[] {
  if (replicaCount === 1 || endpointReconciler === 'master-count') return [];
  return ['--apiserver-count has no effect: replicas find each other through leases'];
}

const controllersFlag: Flag = {
  name: 'controllers',
  type: 'list',
  value: 'list',
  description:
    'controllers to run in this process: * for all that are on by default, name, -name; none by default',
};

/** The flags whose values parts of the server read, by the part that has them. */
const valueSections: readonly FlagSection[] = [
  { title: 'Server', flags: serverFlags },
  { title: 'Authentication', flags: authenticationFlags },
  { title: 'Audit', flags: auditFlags },
  { title: 'Authorization', flags: authorizationFlags },
  { title: 'Admission', flags: admissionFlags },
  { title: 'Connections to nodes, pods and Services', flags: proxyFlags },
  { title: 'Aggregation', flags: aggregationFlags },
  { title: 'Other servers of the cluster', flags: peerFlags },
  { title: 'Flow control', flags: [flowControlFlag] },
  { title: 'Controllers', flags: [controllersFlag, ...controllerFlags(controllers)] },
  { title: 'Accepted, without effect', flags: acceptedFlags },
  { title: 'Refused, unless their value asks for nothing', flags: knownRefusedFlags },
];

const valueFlags = valueSections.flatMap(({ flags }) => flags);

const sections: readonly FlagSection[] = [
  { title: 'Serving, store and limits', flags: Object.values(ownFlags) },
  ...valueSections,
];

/** Throws StartError for a port of the server's own Service that no Service can have. */
function checkNodePort({
  settings: { serviceNodePort: port },
  serviceNodePortRange,
  dialect,
}: ApiServerOptions) {
  const { first, last } = serviceNodePortRange;
  if (port === 0 || (port >= first && port <= last)) return;
  throw new StartError(`${dialect.service} service port range ${first}-${last} doesn't contain ${port}`);
}

/** Flags that make sense only together. */
function checkTogether(options: ApiServerOptions): void {
  const pairs: [string, unknown, string, unknown][] = [
    ['--tls-cert-file', options.tlsCertFile, '--tls-private-key-file', options.tlsPrivateKeyFile],
    ['--etcd-certfile', options.etcdCertFile, '--etcd-keyfile', options.etcdKeyFile],
  ];
  try {
    selectControllers(controllers, options.access.list('controllers'));
  } catch (error) {
    throw new StartError(`--controllers: ${(error as Error).message}`, { cause: error });
  }
  if (options.followsEncryptionConfig && options.encryptionProviderConfig === undefined) {
    throw new StartError(
      '--encryption-provider-config-automatic-reload must be set with --encryption-provider-config',
    );
  }
  for (const [a, first, b, second] of pairs) {
    if ((first === undefined) !== (second === undefined)) throw new StartError(`${a} and ${b} go together`);
  }
}
