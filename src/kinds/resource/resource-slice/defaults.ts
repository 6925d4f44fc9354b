import type { ResourceV1ResourceSlice } from '../../../api/schema/types.gen.ts';
import type { Clock } from '../../../util/clock.ts';
import { defaultTaint } from '../../shared/devices/defaults.ts';

export function applyDefaults({ spec }: ResourceV1ResourceSlice, clock: Clock): void {
  for (const { taints = [] } of spec.devices ?? []) for (const taint of taints) defaultTaint(taint, clock);
}
