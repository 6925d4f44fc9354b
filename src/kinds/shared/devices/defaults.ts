import type {
  ResourceV1DeviceSubRequest,
  ResourceV1DeviceTaint,
  ResourceV1ExactDeviceRequest,
  ResourceV1ResourceClaimSpec,
} from '../../../api/schema/types.gen.ts';
import { timeNow } from '../../../api/values/time.ts';
import type { Clock } from '../../../util/clock.ts';

/** Stands in requests for which the version that they were sent in has no defaults. */
const withoutDefaults = Symbol('without defaults');

type Request = ResourceV1ExactDeviceRequest | ResourceV1DeviceSubRequest;

export function skipDefaults(request: Request): void {
  (request as { [withoutDefaults]?: true })[withoutDefaults] = true;
}

export function defaultClaimSpec({ devices }: ResourceV1ResourceClaimSpec): void {
  for (const { exactly, firstAvailable = [] } of devices.requests ?? []) {
    if (exactly !== undefined) defaultRequest(exactly);
    firstAvailable.forEach(defaultRequest);
  }
}

export function defaultRequest(request: Request): void {
  if (withoutDefaults in request) return;
  request.allocationMode ||= 'ExactCount';
  if (request.allocationMode === 'ExactCount') request.count ||= 1;
}

/** A taint counts from the moment on in which it is written. */
export function defaultTaint(taint: ResourceV1DeviceTaint, clock: Clock): void {
  taint.timeAdded ??= timeNow(clock.now());
}
