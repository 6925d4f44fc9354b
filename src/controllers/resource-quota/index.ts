import type { Flag } from '../../util/flags.ts';
import type { ControllerDescriptor } from '../controller.ts';
import { QuotaController } from './quota-controller.ts';

const workersFlag: Flag = {
  name: 'concurrent-resource-quota-syncs',
  type: 'count',
  value: 'n',
  default: '5',
  description:
    'quotas whose status is brought up to date at a time; as many more of those that are not in force yet',
};

const periodFlag: Flag = {
  name: 'resource-quota-sync-period',
  type: 'duration',
  value: 'duration',
  default: '5m',
  description: 'time between two counts of everything that quotas limit; 0: only what changes is counted',
};

export const resourceQuotaController: ControllerDescriptor = {
  name: 'resourcequota',
  account: 'resourcequota-controller',
  flags: [workersFlag, periodFlag],
  create: async (dependencies) =>
    new QuotaController(dependencies, {
      workers: Math.max(1, dependencies.flags.count(workersFlag.name)),
      period: dependencies.flags.duration(periodFlag.name),
    }),
};
