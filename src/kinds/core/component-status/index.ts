import type { CoreV1ComponentStatus } from '../../../api/schema/types.gen.ts';
import type { KindDependencies, KindRules } from '../../../registry/kind-rules.ts';
import { column, exactTable, nameColumn } from '../../shared/table.ts';

/** Health of a part of the control plane, at the moment of the request. */
export function componentStatus(_dependencies: KindDependencies): KindRules<CoreV1ComponentStatus> {
  return {
    group: '',
    kind: 'ComponentStatus',
    table: exactTable<CoreV1ComponentStatus>([
      nameColumn,
      column('Status', 'string', 'Whether the component is healthy.', statusText),
      column(
        'Message',
        'string',
        'What its health check answered.',
        (component) => healthOf(component)?.message ?? '',
      ),
      column(
        'Error',
        'string',
        'Why it could not be asked.',
        (component) => healthOf(component)?.error ?? '',
      ),
    ]),
  };
}

const healthOf = ({ conditions = [] }: CoreV1ComponentStatus) =>
  conditions.find(({ type }) => type === 'Healthy');

/** A component that could not be asked is not healthy either. */
function statusText(component: CoreV1ComponentStatus): string {
  const health = healthOf(component);
  if (health === undefined) return 'Unknown';
  return health.status === 'True' ? 'Healthy' : 'Unhealthy';
}
