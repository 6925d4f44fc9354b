import type { ResourceV1DeviceSubRequest, ResourceV1ResourceClaim } from '../../schema/types.gen.ts';
import type { Quantity } from '../../values/quantity.ts';
import { addTo, atLeast, count } from '../amounts.ts';

/** The most devices that one claim can get, and what a request for all of them counts as. */
const maxDevices = 32;

type Demand = Pick<ResourceV1DeviceSubRequest, 'deviceClassName' | 'allocationMode' | 'count'>;
/** A request as it is, or, in versions that came before, without `exactly`. */
type Request = Partial<Demand> & { exactly?: Demand; firstAvailable?: readonly Demand[] };

/** The devices of each class that a claim asks for, in any version of it. */
export function claimedDevices({ spec }: ResourceV1ResourceClaim): Map<string, Quantity> {
  const devices = new Map<string, Quantity>();
  for (const request of (spec.devices?.requests ?? []) as readonly Request[])
    addTo(devices, largestByClass(demandsOf(request)));
  return devices;
}

function demandsOf({ exactly, firstAvailable = [], ...own }: Request): readonly Demand[] {
  if (exactly !== undefined) return [exactly];
  if (firstAvailable.length > 0 || own.deviceClassName === undefined) return firstAvailable;
  return [own as Demand];
}

/** The devices of alternatives, of which one is taken: per class as many as the largest of them asks for. */
function largestByClass(demands: readonly Demand[]): Map<string, Quantity> {
  const largest = new Map<string, Quantity>();
  for (const { deviceClassName: name, allocationMode, count: asked } of demands) {
    const devices = count(allocationMode === 'All' ? maxDevices : Number(asked ?? 0));
    largest.set(name, atLeast(largest.get(name) ?? devices, devices));
  }
  return largest;
}
