import type { FlowcontrolV1beta2PriorityLevelConfigurationSpec } from '../api/schema/types.gen.ts';

export interface SuggestedLevel {
  name: string;
  /** The release that brought it. */
  since: string;
  spec: FlowcontrolV1beta2PriorityLevelConfigurationSpec;
}

/** The levels that a cluster begins with, beside those that it cannot do without. */
export const suggestedLevels: readonly SuggestedLevel[] = [
  level('node-high', 40, { queues: 64, handSize: 6 }, '1.23'),
  level('system', 30, { queues: 64, handSize: 6 }),
  level('leader-election', 10, { queues: 16, handSize: 4 }),
  level('workload-high', 40, { queues: 128, handSize: 6 }),
  level('workload-low', 100, { queues: 128, handSize: 6 }),
  level('global-default', 20, { queues: 128, handSize: 6 }),
];

function level(
  name: string,
  assuredConcurrencyShares: number,
  queuing: { queues: number; handSize: number },
  since = '1.19',
): SuggestedLevel {
  const limitResponse = { type: 'Queue', queuing: { ...queuing, queueLengthLimit: 50 } };
  return { name, since, spec: { type: 'Limited', limited: { assuredConcurrencyShares, limitResponse } } };
}
