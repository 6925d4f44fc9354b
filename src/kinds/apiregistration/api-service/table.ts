import type { ApiregistrationV1APIService } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { column, tableOf } from '../../shared/table.ts';

export const table: TableRules<ApiregistrationV1APIService> = {
  ...tableOf([
    column('Service', 'string', 'Who serves it: the server itself, or a service.', ({ spec: { service } }) =>
      service === undefined ? 'Local' : `${service.namespace ?? ''}/${service.name ?? ''}`,
    ),
    column('Available', 'string', 'Whether requests get through, and why not.', ({ status }) =>
      availableText(status.conditions),
    ),
  ]),
  definesColumnsInEvents: true,
};

function availableText(conditions: ApiregistrationV1APIService['status']['conditions'] = []): string {
  const available = conditions.find(({ type }) => type === 'Available');
  if (available === undefined) return 'Unknown';
  const { status, reason } = available;
  return status === 'True' || !reason ? status : `${status} (${reason})`;
}
