import { flowControlFlag } from '../../access/flow-control/flags.ts';
import { FlowControl } from '../../access/flow-control/flow-control.ts';
import { seatsOf } from '../../access/flow-control/seat-estimate.ts';
import { fillPlaceholders } from '../../api/meta/dialect.ts';
import { isReleasedBy } from '../../api/meta/release.ts';
import { mandatoryFlowSchemas, mandatoryPriorityLevels } from '../../kinds/shared/mandatory-flow-control.ts';
import { resourceKey } from '../../registry/resources.ts';
import { flowControlLimiter, inFlightLimiter } from '../../server/filters/flow-control.ts';
import type { Limiter } from '../../server/filters/in-flight.ts';
import { InFlightPlaces } from '../../server/in-flight-places.ts';
import type { ApplicationParts } from './application.ts';

/** Undefined where requests are simply counted. */
export function flowControlOf(parts: ApplicationParts): FlowControl | undefined {
  const { options, cached, resources, metrics, held, flags } = parts;
  const { maxRequestsInFlight, maxMutatingRequestsInFlight, emulatedVersion, requestTimeout } = options;
  const totalSeats = maxRequestsInFlight + maxMutatingRequestsInFlight;
  if (!flags.boolean(flowControlFlag.name) || totalSeats === 0) return undefined;
  const count = (group: string, plural: string): number | undefined =>
    resources.stored.get(resourceKey({ group, plural }))?.cache.tree.size;
  const takesSeatsByWork = isReleasedBy('1.23', emulatedVersion);
  const flowControl = new FlowControl({
    objects: cached,
    group: fillPlaceholders(options.dialect, 'flowcontrol.apiserver.{api}'),
    mandatory: { schemas: named(mandatoryFlowSchemas), levels: named(mandatoryPriorityLevels) },
    totalSeats,
    seatsOf: ({ info }) => (takesSeatsByWork ? seatsOf(info, count) : 1),
    maxWait: requestTimeout / 4,
    observer: metrics.flows,
    now: () => performance.now() / 1000,
  });
  metrics.observeLevels(() => flowControl.levels);
  return held.use(flowControl);
}

export function limiterOf(flowControl: FlowControl | undefined, { options }: ApplicationParts): Limiter {
  const { dialect, emulatedVersion, maxRequestsInFlight: readOnly, maxMutatingRequestsInFlight } = options;
  if (flowControl === undefined)
    return inFlightLimiter(new InFlightPlaces({ readOnly, mutating: maxMutatingRequestsInFlight }));
  return flowControlLimiter(flowControl, dialect, isReleasedBy('1.22', emulatedVersion));
}

const named = <T>(specs: Readonly<Record<string, T | undefined>>) =>
  Object.entries(specs).map(([name, spec]) => ({ metadata: { name }, spec: spec! }));
