import type { CoreV1LimitRange, CoreV1LimitRangeItem } from '../../../api/schema/types.gen.ts';
import { fillIn, roundUpToMilli } from '../../shared/resources/quantities.ts';

export function applyDefaults({ spec }: CoreV1LimitRange): void {
  for (const item of spec.limits ?? []) {
    if (item.type === 'Container') applyContainerDefaults(item);
    roundUpToMilli(item.max, item.min, item.default, item.defaultRequest, item.maxLimitRequestRatio);
  }
}

/** A container that says nothing gets as much as it may have, and asks for all of that; failing both, the least. */
function applyContainerDefaults(item: CoreV1LimitRangeItem): void {
  item.default ??= {};
  fillIn(item.default, item.max);
  item.defaultRequest ??= {};
  fillIn(item.defaultRequest, item.default);
  fillIn(item.defaultRequest, item.min);
}
