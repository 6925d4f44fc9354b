import type { FeatureGates } from '../api/gates/feature-gates.ts';
import type { FlowcontrolV1beta2PriorityLevelConfigurationSpec } from '../api/schema/types.gen.ts';

export interface SuggestedLevel {
  name: string;
  /** The release that brought it. */
  since: string;
  spec: FlowcontrolV1beta2PriorityLevelConfigurationSpec;
}

/** The release from which on levels lend seats that they do not need. */
const lendsSince = '1.26';

/** The levels that a cluster begins with, beside those that it cannot do without. */
export function suggestedLevels(gates: Pick<FeatureGates, 'isIn'>): readonly SuggestedLevel[] {
  const lends = gates.isIn(lendsSince);
  return [
    level('node-high', 40, { queues: 64, handSize: 6 }, lends ? 25 : undefined, '1.22'),
    level('system', 30, { queues: 64, handSize: 6 }, lends ? 33 : undefined),
    level('leader-election', 10, { queues: 16, handSize: 4 }, lends ? 0 : undefined),
    level('workload-high', 40, { queues: 128, handSize: 6 }, lends ? 50 : undefined),
    level('workload-low', 100, { queues: 128, handSize: 6 }, lends ? 90 : undefined),
    level('global-default', 20, { queues: 128, handSize: 6 }, lends ? 50 : undefined),
  ];
}

/** `lendablePercent`: undefined where levels lend nothing. */
function level(
  name: string,
  assuredConcurrencyShares: number,
  queuing: { queues: number; handSize: number },
  lendablePercent: number | undefined,
  since = '1.19',
): SuggestedLevel {
  const limitResponse = { type: 'Queue', queuing: { ...queuing, queueLengthLimit: 50 } };
  const lent = lendablePercent === undefined ? {} : { lendablePercent };
  const limited = Object.assign({ assuredConcurrencyShares, limitResponse }, lent);
  return { name, since, spec: { type: 'Limited', limited } };
}
