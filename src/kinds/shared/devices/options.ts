import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import { DeviceExpressions } from './expressions.ts';

/** Which rules of devices a release has. */
export interface DeviceRules {
  expressions: DeviceExpressions;
  /** Effects of taints, in the order of messages. */
  effects: readonly string[];
  /** Requests may be met in several ways. */
  hasSubrequests: boolean;
  /** Constraints may ask for attributes that differ. */
  hasDistinctAttributes: boolean;
  /** A pool may say that its devices share counters: those of a slice are counted for themselves. */
  countsBySlice: boolean;
  /** Slices hold either devices or counters. */
  separatesCounters: boolean;
  /** Attributes may have several values. */
  hasListAttributes: boolean;
  /** The values of all attributes of a device are counted. */
  countsValues: boolean;
  /** Each device may say which nodes can use it. */
  hasNodeSelectionByDevice: boolean;
  /** Unchanged taints of a device are not asked again. */
  keepsTaints: boolean;
}

export const deviceRules = (gates: FeatureGates): DeviceRules => ({
  expressions: new DeviceExpressions(gates),
  effects: ['NoExecute', 'NoSchedule', ...(gates.isIn('1.35') ? ['None'] : [])],
  hasSubrequests: gates.isIn('1.33'),
  hasDistinctAttributes: gates.isOn('DRAConsumableCapacity'),
  countsBySlice: !gates.isIn('1.35'),
  separatesCounters: gates.isIn('1.35'),
  hasListAttributes: gates.isOn('DRAListTypeAttributes'),
  countsValues: gates.isIn('1.36'),
  hasNodeSelectionByDevice: gates.isIn('1.33'),
  keepsTaints: gates.isIn('1.36'),
});
