import type { Flag } from '../../util/flags.ts';

export const flowControlFlag: Flag = {
  name: 'enable-priority-and-fairness',
  type: 'boolean',
  value: 'bool',
  description:
    'divide --max-requests-inflight and --max-mutating-requests-inflight together among priority levels, in which requests wait in fair queues; otherwise these two are simple limits',
  default: 'true',
};
