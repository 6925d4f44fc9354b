import type { FlowcontrolV1beta2PriorityLevelConfiguration } from '../../../api/schema/types.gen.ts';

export const defaultShares = 30;

/** The features of a release: whether 0 is a share, and whether levels lend seats. */
interface DefaultOptions {
  keepsZero: boolean;
  lends: boolean;
}

/** 0 counts as absent where none of the numbers can be 0. */
export function applyDefaults(
  { spec }: FlowcontrolV1beta2PriorityLevelConfiguration,
  { keepsZero, lends }: DefaultOptions,
): void {
  const { limited, exempt } = spec;
  if (exempt !== undefined) {
    exempt.nominalConcurrencyShares ??= 0;
    exempt.lendablePercent ??= 0;
  }
  if (limited === undefined) return;
  if (!keepsZero) limited.assuredConcurrencyShares ||= defaultShares;
  if (lends) limited.lendablePercent ??= 0;
  const { queuing } = limited.limitResponse;
  if (queuing === undefined) return;
  queuing.handSize ||= 8;
  queuing.queues ||= 64;
  queuing.queueLengthLimit ||= 50;
}
