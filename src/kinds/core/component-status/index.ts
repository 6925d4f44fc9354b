import type { CoreV1ComponentStatus } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { column, nameColumn } from '../../shared/table.ts';

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
        if (health === undefined) return [metadata.name ?? '', 'Unknown', '', ''];
        // A component that could not be asked is not healthy either.
        const status = health.status === 'True' ? 'Healthy' : 'Unhealthy';
        return [metadata.name ?? '', status, health.message ?? '', health.error ?? ''];
      },
    },
  };
}
