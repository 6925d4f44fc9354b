import { amountsOf } from '../../../api/quota/amounts.ts';
import { podSum } from '../../../api/quota/pod-sum.ts';
import type { CoreV1PodSpec } from '../../../api/schema/types.gen.ts';
import type { Quantity } from '../../../api/values/quantity.ts';

/** The sum of what the containers of a pod need at a time. */
export const aggregateOf = (spec: CoreV1PodSpec, field: 'requests' | 'limits'): Map<string, Quantity> =>
  podSum(spec, ({ resources }) => amountsOf(resources[field]));
