import type { Dialect } from '../../api/meta/dialect.ts';
import { Bootstrap } from '../../bootstrap/bootstrap.ts';
import type { FlagValues } from '../../util/flags.ts';

/** The post-start hooks by their names in the health checks, in the order of the list. */
export const startSteps = ({ prefix }: Dialect, isFair: boolean): string[] => [
  admissionStep(prefix),
  'generic-apiserver-start-informers',
  ...flowControlSteps(isFair),
  'start-apiextensions-informers',
  'start-apiextensions-controllers',
  'crd-informer-synced',
  ...Bootstrap.steps,
];

/** The plugins of admission ask the caches. */
export const admissionStep = (prefix: string): string => `start-${prefix}-apiserver-admission-initializer`;

/** The first of two reads the priority levels from the caches; the last has places for requests. */
export const flowControlSteps = (isFair: boolean): string[] =>
  isFair
    ? ['priority-and-fairness-config-consumer', 'priority-and-fairness-filter']
    : ['max-in-flight-filter'];

/** Steps for what other servers serve, which need nothing but the caches. */
export const aggregationSteps = ({ prefix }: Dialect, flags: FlagValues): string[] => [
  ...(flags.has('proxy-client-cert-file') ? ['aggregator-reload-proxy-client-cert'] : []),
  `start-${prefix}-aggregator-informers`,
  'apiservice-registration-controller',
  'apiservice-status-available-controller',
  `${prefix}-apiserver-autoregistration`,
  'apiservice-openapi-controller',
];
