import type { ApiregistrationV1APIService } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';

export const table: TableRules<ApiregistrationV1APIService> = {
  columns: [
    nameColumn,
    column('Service', 'string', 'Who serves it: the server itself, or a service.'),
    column('Available', 'string', 'Whether requests get through, and why not.'),
    ageColumn,
  ],
  cells: ({ metadata, spec: { service }, status }, now) => [
    metadata.name ?? '',
    service === undefined ? 'Local' : `${service.namespace ?? ''}/${service.name ?? ''}`,
    availableText(status.conditions),
    ageCell(metadata, now),
  ],
  definesColumnsInEvents: true,
};

function availableText(conditions: ApiregistrationV1APIService['status']['conditions'] = []): string {
  const available = conditions.find(({ type }) => type === 'Available');
  if (available === undefined) return 'Unknown';
  const { status, reason } = available;
  return status === 'True' || !reason ? status : `${status} (${reason})`;
}
