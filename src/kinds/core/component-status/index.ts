import type { CoreV1ComponentStatus } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { column, nameColumn } from '../../shared/workload/columns.ts';

const words: Readonly<Record<string, string>> = { True: 'Healthy', False: 'Unhealthy' };

/** How a part of the control plane is, at the moment of the question. */
export function componentStatus(_dependencies: KindDependencies): KindRules<CoreV1ComponentStatus> {
  return {
    group: '',
    kind: 'ComponentStatus',
    table: {
      columns: [
        nameColumn,
        column('Status', 'string', 'Whether the component is healthy.'),
        column('Message', 'string', 'What its health check answered.'),
        column('Error', 'string', 'Why it could not be asked.'),
      ],
      cells: ({ metadata, conditions = [] }) => {
        const health = conditions.find(({ type }) => type === 'Healthy');
        return [
          metadata.name ?? '',
          words[health?.status ?? ''] ?? 'Unknown',
          health?.message ?? '',
          health?.error ?? '',
        ];
      },
    },
  };
}
