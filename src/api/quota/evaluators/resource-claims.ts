import type { Dialect } from '../../meta/dialect.ts';
import type { ResourceV1DeviceSubRequest, ResourceV1ResourceClaim } from '../../schema/types.gen.ts';
import type { Quantity } from '../../values/quantity.ts';
import { addTo, atLeast, count, one } from '../amounts.ts';
import type { Evaluator } from './evaluator.ts';

/** The most devices that one claim can get, and what a request for all of them counts as. */
const maxDevices = 32;

/** Claims of devices, and the devices of each class that they ask for. */
export function resourceClaims({ api }: Dialect): Evaluator {
  const counted = `count/resourceclaims.resource.${api}`;
  const ending = `.deviceclass.resource.${api}/devices`;
  return {
    type: { group: `resource.${api}`, resource: 'resourceclaims' },
    updates: [],
    countable: (resources) =>
      [...resources.keys()].filter((name) => name === counted || name.endsWith(ending)),
    examine: ({ spec }: ResourceV1ResourceClaim) => {
      const usage = new Map<string, Quantity>([[counted, one]]);
      for (const { exactly, firstAvailable = [] } of spec.devices?.requests ?? []) {
        const requests = exactly === undefined ? firstAvailable : [exactly];
        addTo(usage, largestByClass(requests, ending));
      }
      return { usage };
    },
  };
}

type Request = Pick<ResourceV1DeviceSubRequest, 'deviceClassName' | 'allocationMode' | 'count'>;

/** Of alternatives one is taken: per class as many as the largest of them asks for. */
function largestByClass(requests: readonly Request[], ending: string): Map<string, Quantity> {
  const largest = new Map<string, Quantity>();
  for (const { deviceClassName, allocationMode, count: asked } of requests) {
    const name = `${deviceClassName}${ending}`;
    const devices = count(allocationMode === 'All' ? maxDevices : Number(asked ?? 0));
    largest.set(name, atLeast(largest.get(name) ?? devices, devices));
  }
  return largest;
}
