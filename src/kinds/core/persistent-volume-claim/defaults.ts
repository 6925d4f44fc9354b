import type { CoreV1PersistentVolumeClaim } from '../../../api/schema/types.gen.ts';
import { roundUpToMilli } from '../../shared/resources/quantities.ts';

export function applyDefaults({ spec, status }: CoreV1PersistentVolumeClaim): void {
  roundUpToMilli(spec.resources.limits, spec.resources.requests, status.capacity, status.allocatedResources);
}
