import { flowControlFlag } from '../../access/flow-control/flags.ts';
import { FlowControl } from '../../access/flow-control/flow-control.ts';
import type { FlowRequest } from '../../access/flow-control/flow-rules.ts';
import { type StoredAmount, seatRules, seatsOf, writeWork } from '../../access/flow-control/seat-estimate.ts';
import { plainWork } from '../../access/flow-control/work.ts';
import { fillPlaceholders } from '../../api/meta/dialect.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import { mandatoryFlowSchemas, mandatoryPriorityLevels } from '../../kinds/shared/mandatory-flow-control.ts';
import { resourceKey } from '../../registry/resources.ts';
import { InFlightSeats } from '../../server/in-flight/in-flight-seats.ts';
import { flowControlLimiter, inFlightLimiter, type Limiter } from '../../server/in-flight/limiter.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import type { Access } from './access.ts';
import type { ApiServerOptions } from './options.ts';
import type { RegistryParts } from './registry-parts.ts';

export interface FlowControlDependencies
  extends Pick<RegistryParts, 'cached' | 'resources'>,
    Pick<Access, 'flags'> {
  options: ApiServerOptions;
  metrics: Metrics;
  /** Lets go of what is kept open. */
  held: DisposableStack;
}

const writes = new Set(['create', 'update', 'patch', 'delete']);

/** Whether nobody hears of a write, as it changes no object. */
const changesNothing = ({ group, resource, subresource }: RequestInfo): boolean =>
  group === '' && resource === 'serviceaccounts' && subresource === 'token';

/** Counts the watches that hear of a write. */
const watchesOf =
  (resources: FlowControlDependencies['resources']) =>
  ({ info }: FlowRequest): number | undefined => {
    if (!info.isResourceRequest || !writes.has(info.verb) || changesNothing(info)) return undefined;
    const key = resourceKey({ group: info.group, plural: info.resource });
    return resources.stored.get(key)?.cache.fanOut.watchersOf(info) ?? 0;
  };

/** Undefined where requests are simply counted. */
export function flowControlOf(dependencies: FlowControlDependencies): FlowControl | undefined {
  const { options, cached, resources, metrics, held, flags } = dependencies;
  const { maxRequestsInFlight, maxMutatingRequestsInFlight, emulatedVersion, requestTimeout, settings } =
    options;
  const totalSeats = maxRequestsInFlight + maxMutatingRequestsInFlight;
  const isOn = flags.boolean(flowControlFlag.name) && settings.gates.isOn('APIPriorityAndFairness');
  if (!isOn || totalSeats === 0) return undefined;
  const count = (group: string, plural: string): StoredAmount | undefined => {
    const cache = resources.stored.get(resourceKey({ group, plural }))?.cache;
    return cache && { objects: cache.tree.size, bytes: cache.bytes };
  };
  const rules = seatRules(settings.gates);
  const takesSeatsByWork = isReleasedBy('1.23', emulatedVersion);
  const flowControl = new FlowControl({
    objects: cached,
    group: fillPlaceholders(options.dialect, 'flowcontrol.apiserver.{api}'),
    mandatory: {
      schemas: named(mandatoryFlowSchemas),
      levels: named(mandatoryPriorityLevels(settings.gates)),
    },
    totalSeats,
    watchesOf: watchesOf(resources),
    workOf: ({ info }, level, watches) =>
      watches === undefined
        ? plainWork(takesSeatsByWork ? seatsOf(info, count, rules, level) : 1)
        : writeWork(watches, rules, level),
    maxWait: requestTimeout / 4,
    observer: metrics.flows,
    now: () => performance.now() / 1000,
    lends: settings.gates.isIn('1.26'),
    raisesRetryAfter: settings.gates.isIn('1.28'),
  });
  metrics.observeLevels(
    () => flowControl.levels,
    () => flowControl.fairness,
  );
  return held.use(flowControl);
}

export function limiterOf(
  flowControl: FlowControl | undefined,
  { options }: Pick<FlowControlDependencies, 'options'>,
): Limiter {
  const { dialect, emulatedVersion, maxRequestsInFlight: readOnly, maxMutatingRequestsInFlight } = options;
  if (flowControl === undefined)
    return inFlightLimiter(new InFlightSeats({ readOnly, mutating: maxMutatingRequestsInFlight }));
  return flowControlLimiter(flowControl, dialect, isReleasedBy('1.22', emulatedVersion));
}

const named = <T>(specs: Readonly<Record<string, T | undefined>>) =>
  Object.entries(specs).map(([name, spec]) => ({ metadata: { name }, spec: spec! }));
