import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { Dialect } from '../../api/meta/dialect.ts';
import { Bootstrap } from '../../bootstrap/bootstrap.ts';
import { tracksLegacyTokens } from '../../bootstrap/legacy-token-tracking.ts';

/** A post-start hook: its name in the health checks, and the step of the start that it stands for. */
export interface StartHook {
  readonly name: string;
  readonly step: string;
}

type Gates = Pick<FeatureGates, 'isIn' | 'isOn'>;

const caches = 'generic-apiserver-start-informers';
const [namespaces, roles, priorityClasses, fairness, callers] = Bootstrap.steps;
const repairedServices = 'start-service-ip-repair-controllers';

/** The steps of a start but for those of bootstrap and aggregation. */
export const startSteps = {
  caches,
  definitionCaches: 'start-apiextensions-informers',
  definitionsKnown: 'crd-informer-synced',
  definitionControllers: 'start-apiextensions-controllers',
  repairedServices,
} as const;

/** The post-start hooks but for those of aggregation, in the order of the list. */
export const startHooks = ({ prefix, service }: Dialect, isFair: boolean, gates: Gates): StartHook[] => [
  {
    name: gates.isIn('1.30') ? 'start-apiserver-admission-initializer' : admissionStep(prefix),
    step: admissionStep(prefix),
  },
  own(caches),
  ...flowControlSteps(isFair).map(own),
  // The caches count what they hold.
  ...hookIf(gates.isIn('1.24'), 'storage-object-count-tracker-hook', caches),
  own(startSteps.definitionCaches),
  own(startSteps.definitionControllers),
  own(startSteps.definitionsKnown),
  ...(gates.isIn('1.28') ? bootstrapHooks({ prefix, service }, gates) : earlierBootstrapHooks(prefix, gates)),
];

/** Before 1.28, in their order then. */
const earlierBootstrapHooks = (prefix: string, gates: Gates): StartHook[] => [
  ...Bootstrap.steps.map(own),
  ...identityHooks(prefix, gates),
  ...trackingHook(gates),
  ...hookIf(gates.isIn('1.25'), repairedServices, repairedServices),
];

const bootstrapHooks = (
  { prefix, service }: Pick<Dialect, 'prefix' | 'service'>,
  gates: Gates,
): StartHook[] => [
  { name: 'start-system-namespaces-controller', step: namespaces },
  // Elections begin when there is a namespace for their leases.
  ...hookIf(
    gates.isOn('CoordinatedLeaderElection'),
    `start-${prefix}-apiserver-coordinated-leader-election-controller`,
    namespaces,
  ),
  // The addresses at which other servers reach this one are announced with its own Service.
  ...hookIf(
    gates.isIn('1.36') && gates.isOn('UnknownVersionInteroperabilityProxy'),
    'peer-endpoint-reconciler-controller',
    namespaces,
  ),
  own(callers),
  ...identityHooks(prefix, gates),
  ...hookIf(
    gates.isIn('1.36') && gates.isOn('WatchCacheInitializationPostStartHook'),
    'storage-readiness',
    caches,
  ),
  ...trackingHook(gates),
  own(repairedServices),
  own(roles),
  own(priorityClasses),
  own(fairness),
  own(namespaces),
  ...hookIf(gates.isOn('MultiCIDRServiceAllocator'), `start-${service}-service-cidr-controller`, namespaces),
];

/** The day is noted from which on the use of tokens from Secrets is tracked. */
const trackingHook = (gates: Gates): StartHook[] =>
  hookIf(tracksLegacyTokens(gates), Bootstrap.tokenTracking, Bootstrap.tokenTracking);

/** Every server announces itself with a Lease, and removes those of servers that are gone. */
const identityHooks = (prefix: string, gates: Gates): StartHook[] =>
  ['controller', 'garbage-collector'].flatMap((part) =>
    hookIf(
      gates.isIn('1.26') && gates.isOn('APIServerIdentity'),
      `start-${prefix}-apiserver-identity-lease-${part}`,
      namespaces,
    ),
  );

/** The plugins of admission ask the caches. */
export const admissionStep = (prefix: string): string => `start-${prefix}-apiserver-admission-initializer`;

/** The first of two reads the priority levels from the caches; the last has places for requests. */
export const flowControlSteps = (isFair: boolean): string[] =>
  isFair
    ? ['priority-and-fairness-config-consumer', 'priority-and-fairness-filter']
    : ['max-in-flight-filter'];

/** Step for APIs of other servers, which needs nothing but the caches. */
export const aggregationStep = 'apiservice-registration-controller';

/** Step in which the server says in which versions it stores its resources. */
export const storageVersionsStep = 'built-in-resources-storage-version-updater';

/** The post-start hooks for it. `reloadsClientCert`: whether a certificate of this server as a client is followed. */
export const aggregationHooks = (
  { prefix }: Dialect,
  reloadsClientCert: boolean,
  gates: Gates,
): StartHook[] =>
  [
    ...(reloadsClientCert ? ['aggregator-reload-proxy-client-cert'] : []),
    `start-${prefix}-aggregator-informers`,
    ...(gates.isIn('1.32')
      ? ['apiservice-status-local-available-controller', 'apiservice-status-remote-available-controller']
      : []),
    aggregationStep,
    ...(gates.isIn('1.32') ? [] : ['apiservice-status-available-controller']),
    ...(gates.isIn('1.27') ? ['apiservice-wait-for-first-sync', 'apiservice-discovery-controller'] : []),
    ...(gates.isOn('StorageVersionAPI') ? [storageVersionsStep] : []),
    `${prefix}-apiserver-autoregistration`,
    'apiservice-openapi-controller',
    ...(gates.isIn('1.24') ? ['apiservice-openapiv3-controller'] : []),
  ].map((name) => ({ name, step: name === storageVersionsStep ? name : aggregationStep }));

/** A hook that is named for its step. */
const own = (name: string): StartHook => ({ name, step: name });

const hookIf = (isThere: boolean, name: string, step: string): StartHook[] =>
  isThere ? [{ name, step }] : [];
