import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { InvalidArgumentError, Option } from 'commander';
import { auditFlags } from '../../access/audit/flags.ts';
import { authenticationFlags } from '../../access/authentication/create-authenticator.ts';
import { authorizationFlags } from '../../access/authorization/create-authorizer.ts';
import { flowControlFlag } from '../../access/flow-control/flags.ts';
import { admissionFlags } from '../../admission/create-chain.ts';
import { type Dialect, dialects, protobufMediaTypes } from '../../api/meta/dialect.ts';
import { controllers } from '../../controllers/index.ts';
import { aggregationFlags } from '../../extensions/aggregation/flags.ts';
import { proxyFlags } from '../../extensions/proxy/flags.ts';
import { durationMs } from '../../util/duration.ts';
import { type Flag, FlagError, type FlagValues } from '../../util/flags.ts';
import { type OptionValues, parseCommandLine } from '../command-line.ts';
import { controllerFlags, selectControllers } from '../controllers/selection.ts';
import { StartError } from '../start-error.ts';
import { productVersion } from '../version.ts';
import { withConfigFile } from './flags/config-file.ts';
import { knownRefusedFlags, refuse } from './flags/refused.ts';
import { serverFlags } from './flags/server-flags.ts';
import { type ServerSettings, serverSettings } from './flags/settings.ts';
import { acceptedFlags, warningsOf } from './flags/without-effect.ts';
import { workerCount } from './flags/worker-count.ts';
import type { ApiServerOptions } from './options.ts';
import { addressRanges, portRange } from './service-ranges.ts';

/** The release of the API that the product is at, and those that it can be like. */
const releaseLevel = '1.23';
export const releases = ['1.19', '1.20', '1.21', '1.22', '1.23', '1.24', '1.25', '1.26'];

const defaultAddresses = '10.0.0.0/24';
const jsonType = 'application/json';
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

/** For flags of which the refusal of a negative value is well known. */
function notNegative(name: string, parse: (text: string) => number): (text: string) => number {
  return (text) => {
    if (/^-\d/.test(text)) throw new StartError(`--${name} can not be negative value`);
    return parse(text);
  };
}

function port(text: string): number {
  const value = count(text);
  if (value > 65_535) throw new InvalidArgumentError('must be between 0 and 65535.');
  return value;
}

function count(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('must be a whole number, not negative.');
  return Number(text);
}

function file(text: string): string {
  if (text === '') throw new InvalidArgumentError('must be the path of a file.');
  return text;
}

function boolean(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('must be true or false.');
  return text === 'true';
}

function list(text: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.includes('')) throw new InvalidArgumentError('must be a comma-separated list.');
  return items;
}

function duration(text: string): number {
  try {
    const value = durationMs(text);
    if (value >= 0) return value;
  } catch {
    // Falls through to the one message for all that is no duration.
  }
  throw new InvalidArgumentError('must be a duration such as 30s or 1m30s.');
}

function storesProtobuf(text: string): boolean {
  if (text === jsonType || protobufMediaTypes.includes(text)) return text !== jsonType;
  throw new InvalidArgumentError(`must be one of ${[jsonType, ...protobufMediaTypes].join(', ')}.`);
}

function release(text: string): string {
  if (releases.includes(text)) return text;
  throw new InvalidArgumentError(`must be one of ${releases.join(', ')}.`);
}

function address(text: string): string {
  if (isIP(text) !== 0) return text;
  throw new InvalidArgumentError('must be an IP address.');
}

function dialect(text: string): Dialect {
  const found = dialects.find(({ name }) => name === text);
  if (found === undefined) {
    throw new InvalidArgumentError(`must be one of ${dialects.map(({ name }) => name).join(', ')}.`);
  }
  return found;
}

/** `a/v1=false,api/all` */
function assignments(text: string, before: ReadonlyMap<string, string>): Map<string, string> {
  const result = new Map(before);
  for (const item of list(text)) {
    const [key = '', value = 'true'] = item.split('=');
    if (key === '' || !['true', 'false'].includes(value)) {
      throw new InvalidArgumentError(
        `${item}: must be <group>/<version>[/<resource>] or api/<level>, =true or =false.`,
      );
    }
    result.set(key, value);
  }
  return result;
}
