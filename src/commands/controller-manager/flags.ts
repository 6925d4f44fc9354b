import { dialects } from '../../api/meta/dialect.ts';
import { controllers } from '../../controllers/index.ts';
import type { Flag, FlagValues } from '../../util/flags.ts';
import { flagValues, parseCommandLine } from '../command-line.ts';
import { controllerFlags, selectControllers } from '../controllers/selection.ts';
import { StartError } from '../start-error.ts';
import { callerFlags } from './caller-certificates.ts';

const flag = (name: string, type: Flag['type'], standard: string | undefined, description: string): Flag => ({
  name,
  type,
  description,
  value: type,
  ...(standard === undefined ? {} : { default: standard }),
});

/** Flags of the program itself; each controller has its own. */
const own: readonly Flag[] = [
  flag('kubeconfig', 'text', undefined, 'how to reach the API server, and as which user'),
  flag('master', 'text', undefined, 'address of the API server, in place of that of the configuration'),
  flag(
    ...(['dialect', 'text', dialects[0]!.name] as const),
    `product words inside identifiers: ${dialects.map(({ name }) => name).join(' or ')}`,
  ),
  flag(
    'feature-gates',
    'texts',
    undefined,
    'feature gates of the release that the API server serves: A=true,B=false',
  ),
  flag('controllers', 'list', '*', 'controllers to run: * for all that are on by default, name, -name'),
  flag(
    'use-service-account-credentials',
    'boolean',
    'false',
    'each controller acts as its own service account, not as the user of the configuration',
  ),
  ...dialects.flatMap(({ prefix }) => [
    flag(`${prefix}-api-qps`, 'text', '20', 'requests a second that a controller sends'),
    flag(`${prefix}-api-burst`, 'count', '30', 'requests that a controller sends at once'),
  ]),
  flag(
    'leader-elect',
    'boolean',
    'true',
    'works only while it holds the lease: of several managers one does',
  ),
  flag('leader-elect-lease-duration', 'duration', '15s', 'how long others wait after the last renewal'),
  flag('leader-elect-renew-deadline', 'duration', '10s', 'how long the leader tries to renew its lease'),
  flag('leader-elect-retry-period', 'duration', '2s', 'how long is waited between two tries'),
  flag('leader-elect-resource-lock', 'text', 'leases', 'the type of the lock: only leases'),
  flag('leader-elect-resource-name', 'text', undefined, 'name of the lease'),
  flag('leader-elect-resource-namespace', 'text', undefined, 'namespace of the lease'),
  flag('bind-address', 'text', '0.0.0.0', 'address of health and metrics'),
  flag('secure-port', 'count', '10257', 'port of health and metrics, over TLS; 0 for none'),
  flag('tls-cert-file', 'text', undefined, 'serving certificate; made in memory when not given'),
  flag('tls-private-key-file', 'text', undefined, 'key of the serving certificate'),
  flag(
    'authentication-kubeconfig',
    'text',
    undefined,
    'with what TokenReviews are made; --kubeconfig if absent',
  ),
  flag(
    'authorization-kubeconfig',
    'text',
    undefined,
    'with what access is asked for; --kubeconfig if absent',
  ),
  flag(
    'authorization-always-allow-paths',
    'list',
    '/healthz,/readyz,/livez',
    'paths that everybody may read',
  ),
  ...callerFlags,
  flag('v', 'count', '2', 'how much is logged: 0 to 10'),
];

/** Accepted because manifests of a control plane have them; they change nothing here. */
const ignored: readonly Flag[] = [
  ...['allocate-node-cidrs', 'profiling', 'enable-dynamic-provisioning'].map((name) =>
    flag(name, 'boolean', undefined, 'has no effect here'),
  ),
  ...['cluster-cidr', 'cluster-name', 'service-cluster-ip-range', 'cloud-provider'].map((name) =>
    flag(name, 'texts', undefined, 'has no effect here'),
  ),
  ...['port', 'address', ...dialects.map(({ prefix }) => `${prefix}-api-content-type`)].map((name) =>
    flag(name, 'texts', undefined, 'has no effect here'),
  ),
];

/** Throws StartError for anything that is no flag or no value of one; `--help` prints and exits. */
export function parseFlags(parameters: readonly string[]): FlagValues {
  const sections = [
    { title: 'Manager', flags: own },
    { title: 'Controllers', flags: controllerFlags(controllers) },
    { title: 'Accepted, without effect', flags: ignored },
  ];
  const description = 'Brings the cluster closer to what its objects say.';
  const texts = parseCommandLine({ name: 'controller-manager', description, sections }, parameters);
  const values = flagValues(
    sections.flatMap(({ flags }) => flags),
    texts,
  );
  try {
    selectControllers(controllers, values.list('controllers'));
  } catch (error) {
    throw new StartError(`--controllers: ${(error as Error).message}`, { cause: error });
  }
  return values;
}
