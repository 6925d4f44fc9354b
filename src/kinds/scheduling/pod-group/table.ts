import type { SchedulingV1alpha2PodGroup } from '../../../api/schema/types.gen.ts';
import { column, tableOf } from '../../shared/table.ts';

type Group = SchedulingV1alpha2PodGroup;

export const table = tableOf<Group>([
  column('Policy', 'string', 'How the pods are placed.', ({ spec: { schedulingPolicy } }) =>
    schedulingPolicy.gang === undefined ? 'Basic' : 'Gang',
  ),
  column(
    'Workload',
    'string',
    'The workload that it belongs to.',
    ({ spec }) => spec.podGroupTemplateRef?.workload?.workloadName ?? '<none>',
  ),
  column('Status', 'string', 'Whether the pods were placed.', statusOf),
]);

function statusOf({ status: { conditions = [] } }: Group): string {
  const find = (wanted: string) => conditions.find(({ type }) => type === wanted);
  const target = find('DisruptionTarget');
  if (target?.status === 'True') return target.reason;
  const scheduled = find('PodGroupScheduled');
  if (scheduled === undefined) return 'Pending';
  return scheduled.status === 'True' ? 'Scheduled' : 'Unschedulable';
}
