import type { CoreV1Node, CoreV1NodeSpec } from '../../../api/schema/types.gen.ts';
import { roundUpToMilli } from '../../shared/resources/quantities.ts';

export function applyDefaults({ spec, status }: CoreV1Node): void {
  if (status.capacity !== undefined) status.allocatable ??= { ...status.capacity };
  roundUpToMilli(status.capacity, status.allocatable);
  alignPodCidrs(spec);
}

/**
 * podCIDR is the older name of podCIDRs[0]. Who sets both differently knows only the older one.
 *
 *     {podCIDR: a} → {podCIDR: a, podCIDRs: [a]}    {podCIDR: a, podCIDRs: [b, c]} → {podCIDR: a, podCIDRs: [a]}
 */
function alignPodCidrs(spec: CoreV1NodeSpec): void {
  const { podCIDR, podCIDRs = [] } = spec;
  if (podCIDR && podCIDR !== podCIDRs[0]) spec.podCIDRs = [podCIDR];
  else if (podCIDRs[0] !== undefined) spec.podCIDR = podCIDRs[0];
}
