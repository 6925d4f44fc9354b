import type {
  ResourceV1DeviceSubRequest,
  ResourceV1DeviceTaint,
  ResourceV1ExactDeviceRequest,
  ResourceV1ResourceClaimSpec,
} from '../../../api/schema/types.gen.ts';
import { timeNow } from '../../../api/values/time.ts';
import type { Clock } from '../../../util/clock.ts';

export function defaultClaimSpec({ devices }: ResourceV1ResourceClaimSpec): void {
  for (const { exactly, firstAvailable = [] } of devices.requests ?? []) {
    if (exactly !== undefined) defaultRequest(exactly);
    firstAvailable.forEach(defaultRequest);
  }
}

export function defaultRequest(request: ResourceV1ExactDeviceRequest | ResourceV1DeviceSubRequest): void {
  if (request.allocationMode === 'ExactCount') request.count ||= 1;
}

/** A taint counts from the moment on in which it is written. */
export function defaultTaint(taint: ResourceV1DeviceTaint, clock: Clock): void {
  taint.timeAdded ??= timeNow(clock.now());
}
