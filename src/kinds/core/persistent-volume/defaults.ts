import type { CoreV1PersistentVolume } from '../../../api/schema/types.gen.ts';
import { roundUpToMilli } from '../../shared/resources/quantities.ts';

export function applyDefaults({ spec }: CoreV1PersistentVolume): void {
  roundUpToMilli(spec.capacity);
}
