import { availableParallelism } from 'node:os';
import { Option } from 'commander';
import { auditFlags } from '../../access/audit/flags.ts';
import { authenticationFlags } from '../../access/authentication/create-authenticator.ts';
import { authorizationFlags } from '../../access/authorization/create-authorizer.ts';
import { flowControlFlag } from '../../access/flow-control/flags.ts';
import { admissionFlags } from '../../admission/create-chain.ts';
import { dialects, protobufMediaTypes } from '../../api/meta/dialect.ts';
import { controllers } from '../../controllers/index.ts';
import { aggregationFlags } from '../../extensions/aggregation/flags.ts';
import { proxyFlags } from '../../extensions/proxy/flags.ts';
import { type Flag, FlagError, type FlagValues } from '../../util/flags.ts';
import { type OptionValues, parseCommandLine } from '../command-line.ts';
import { controllerFlags, selectControllers } from '../controllers/selection.ts';
import { StartError } from '../start-error.ts';
import { productVersion } from '../version.ts';
import { withConfigFile } from './flags/config-file.ts';
import {
  address,
  assignments,
  boolean,
  count,
  dialect,
  duration,
  file,
  jsonType,
  list,
  notNegative,
  port,
  release,
  releases,
  storesProtobuf,
} from './flags/parse-value.ts';
import { knownRefusedFlags, refuse } from './flags/refused.ts';
import { serverFlags } from './flags/server-flags.ts';
import { type ServerSettings, serverSettings } from './flags/settings.ts';
import { acceptedFlags, warningsOf } from './flags/without-effect.ts';
import { workerCount } from './flags/worker-count.ts';
import type { ApiServerOptions } from './options.ts';
import { addressRanges, portRange } from './service-ranges.ts';

/** The release of the API that the product is at. */
const releaseLevel = '1.23';

const defaultAddresses = '10.0.0.0/24';
const defaultPorts = '30000-32767';

const flags: readonly Option[] = [
  new Option('--secure-port <port>', 'port of the API, over TLS; 0 takes a free one')
    .default(6443)
    .argParser(port),
  new Option('--bind-address <ip>', 'address to listen on').default('0.0.0.0'),
  new Option('--data-dir <directory>', 'where the embedded store and generated credentials are kept').default(
    '.orch',
  ),
  new Option(
    '--etcd-servers <urls>',
    'etcd members, comma-separated; without them the embedded store is used',
  ).argParser(list),
  new Option('--etcd-prefix <path>', 'below which everything is stored').default('/registry'),
  new Option(
    '--storage-media-type <type>',
    `form in which objects are stored: ${jsonType}, or ${protobufMediaTypes.join(' or ')}; both are read`,
  )
    .default(false, jsonType)
    .argParser(storesProtobuf),
  new Option(
    '--allow-unsafe-malformed-object-deletion',
    'whether DELETE with ignoreStoreReadErrorWithClusterBreakingPotential=true removes objects that cannot be read',
  ).default(false),
  new Option('--etcd-cafile <file>', 'CA bundle that etcd certificates are verified against'),
  new Option('--etcd-certfile <file>', 'client certificate for etcd'),
  new Option('--etcd-keyfile <file>', 'key of the client certificate for etcd'),
  new Option(
    '--encryption-provider-config <file>',
    'which resources are encrypted in the store, and how',
  ).argParser(file),
  new Option(
    '--encryption-provider-config-automatic-reload [boolean]',
    'follow changes of the encryption configuration; the health of all its KMS plugins is then one check',
  )
    .default(false)
    .preset('true')
    .argParser(boolean),
  new Option(
    '--tls-cert-file <file>',
    'serving certificate with its chain; made in the data directory when not given',
  ),
  new Option('--tls-private-key-file <file>', 'key of the serving certificate'),
  new Option('--tls-min-version <version>', 'lowest version of TLS that is spoken')
    .default('VersionTLS12')
    .choices(['VersionTLS10', 'VersionTLS11', 'VersionTLS12', 'VersionTLS13']),
  new Option(
    '--dialect <name>',
    `product words inside identifiers: ${dialects.map(({ name }) => name).join(' or ')}`,
  )
    .default(dialects[0]!, dialects[0]!.name)
    .argParser(dialect),
  new Option('--runtime-config <list>', 'group-versions or resources to serve or not: apps/v1=false,…')
    .default(new Map(), 'nothing')
    .argParser(assignments),
  new Option('--emulated-version <release>', `the release whose API is served: ${releases.join(', ')}`)
    .default(releaseLevel)
    .argParser(release),
  new Option(
    '--advertise-address <ip>',
    'where the cluster reaches this server; found out when not given',
  ).argParser(address),
  new Option(
    '--external-hostname <host>',
    'what clients call this server, with or without a port, in URLs that it tells them',
  ),
  new Option(
    '--service-cluster-ip-range <cidrs>',
    'addresses of Services in the cluster: one range, or two of different families',
  )
    .default(addressRanges(defaultAddresses), defaultAddresses)
    .argParser(addressRanges),
  new Option('--service-node-port-range <ports>', 'ports of Services on the nodes')
    .default(portRange(defaultPorts), defaultPorts)
    .argParser(portRange),
  new Option(
    '--service-repair-interval <duration>',
    'how often what is taken of both is compared with the Services',
  )
    .default(180_000, '3m')
    .argParser(duration),
  new Option('--watch-history <duration>', 'how long changes are kept for watches that resume')
    .default(300_000, '5m')
    .argParser(duration),
  new Option('--watch-cache-check-interval <duration>', 'how often the caches are compared with the store')
    .default(300_000, '5m')
    .argParser(duration),
  new Option('--request-timeout <duration>', 'how long a request may take that is no watch')
    .default(60_000, '1m')
    .argParser(notNegative('request-timeout', duration)),
  new Option('--min-request-timeout <seconds>', 'how long a watch lasts at least, unless its client says')
    .default(1800)
    .argParser(notNegative('min-request-timeout', count)),
  new Option('--max-requests-inflight <number>', 'reads that are worked on at a time; 0 for no limit')
    .default(400)
    .argParser(notNegative('max-requests-inflight', count)),
  new Option(
    '--max-mutating-requests-inflight <number>',
    'writes that are worked on at a time; 0 for no limit',
  )
    .default(200)
    .argParser(notNegative('max-mutating-requests-inflight', count)),
  new Option(
    '--shutdown-delay-duration <duration>',
    'how long requests are served after readyz has turned red',
  )
    .default(0, '0s')
    .argParser(notNegative('shutdown-delay-duration', duration)),
  new Option('--livez-grace-period <duration>', 'how long livez waits for a start to be over')
    .default(0, '0s')
    .argParser(notNegative('livez-grace-period', duration)),
  new Option('-v, --v <level>', 'how much is logged: 0 to 10').default(2).argParser(count),
];

/** Throws StartError for anything that is no flag or no value of one; `--help` prints and exits. */
export function parseFlags(parameters: readonly string[]): ApiServerOptions {
  const program = {
    name: 'apiserver',
    description: 'Serves the API of the cluster, over TLS, from etcd or from a store of its own.',
  };
  const known = { ...program, version: `v${productVersion}`, options: flags, flags: allFlags };
  const parsed = parseCommandLine(known, withConfigFile(parameters.map(spelledOut), knownNames()));
  try {
    refuse(parsed.flags);
    return optionsOf(parsed.options, parsed.flags);
  } catch (error) {
    throw error instanceof FlagError ? new StartError(error.message, { cause: error }) : error;
  }
}

/** `-v=4` is what manifests have; the parser knows `-v 4` and `--v=4`. */
const spelledOut = (word: string): string => word.replace(/^-v=/, '--v=');

/** Every flag, by its name without dashes. */
export function knownNames(): Map<string, { repeats: boolean }> {
  return new Map([
    ...flags.map(({ long }): [string, { repeats: boolean }] => [long!.slice(2), { repeats: false }]),
    ...allFlags.map(({ name, type }): [string, { repeats: boolean }] => [
      name,
      { repeats: type === 'texts' },
    ]),
  ]);
}

function optionsOf(given: OptionValues, access: FlagValues): ApiServerOptions {
  const settings = serverSettings(access, given['emulatedVersion'], given['tlsMinVersion']);
  const options: ApiServerOptions = {
    securePort: given['securePort'],
    bindAddress: given['bindAddress'],
    dataDirectory: given['dataDir'],
    etcdServers: given['etcdServers'] ?? [],
    etcdPrefix: given['etcdPrefix'],
    removesUnreadable: given['allowUnsafeMalformedObjectDeletion'],
    storesProtobuf: given['storageMediaType'],
    etcdCaFile: given['etcdCafile'],
    etcdCertFile: given['etcdCertfile'],
    etcdKeyFile: given['etcdKeyfile'],
    encryptionProviderConfig: given['encryptionProviderConfig'],
    followsEncryptionConfig: given['encryptionProviderConfigAutomaticReload'],
    tlsCertFile: given['tlsCertFile'],
    tlsPrivateKeyFile: given['tlsPrivateKeyFile'],
    tlsMinVersion: given['tlsMinVersion'],
    access,
    dialect: given['dialect'],
    runtimeConfig: given['runtimeConfig'],
    emulatedVersion: given['emulatedVersion'],
    advertiseAddress: given['advertiseAddress'],
    externalHostname: given['externalHostname'],
    serviceClusterIpRanges: given['serviceClusterIpRange'],
    serviceNodePortRange: given['serviceNodePortRange'],
    serviceRepairInterval: given['serviceRepairInterval'],
    watchHistory: given['watchHistory'],
    watchCacheCheckInterval: given['watchCacheCheckInterval'],
    requestTimeout: given['requestTimeout'],
    minRequestTimeout: given['minRequestTimeout'],
    maxRequestsInFlight: given['maxRequestsInflight'],
    maxMutatingRequestsInFlight: given['maxMutatingRequestsInflight'],
    shutdownDelay: given['shutdownDelayDuration'],
    livezGracePeriod: given['livezGracePeriod'],
    verbosity: given['v'],
    settings,
    worker: undefined,
    warnings: [...warningsOf(access), ...countWarnings(settings), ...settings.gates.warnings],
  };
  checkTogether(options);
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

/** Those of the server, of methods, modes and plugins, each listed by its own, and those that are only known. */
const allFlags: readonly Flag[] = [
  ...serverFlags,
  ...authenticationFlags,
  ...auditFlags,
  ...authorizationFlags,
  ...admissionFlags,
  ...proxyFlags,
  ...aggregationFlags,
  flowControlFlag,
  controllersFlag,
  ...controllerFlags(controllers),
  ...acceptedFlags,
  ...knownRefusedFlags,
];

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
    throw new StartError('--encryption-provider-config-automatic-reload needs --encryption-provider-config');
  }
  for (const [a, first, b, second] of pairs) {
    if ((first === undefined) !== (second === undefined)) throw new StartError(`${a} and ${b} go together`);
  }
}
