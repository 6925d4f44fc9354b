import type { FlowcontrolV1beta2PriorityLevelConfiguration } from '../../../api/schema/types.gen.ts';

/** 0 counts as absent: none of these numbers can be 0. */
export function applyDefaults({ spec: { limited } }: FlowcontrolV1beta2PriorityLevelConfiguration): void {
  if (limited === undefined) return;
  limited.assuredConcurrencyShares ||= 30;
  const { queuing } = limited.limitResponse;
  if (queuing === undefined) return;
  queuing.handSize ||= 8;
  queuing.queues ||= 64;
  queuing.queueLengthLimit ||= 50;
}
