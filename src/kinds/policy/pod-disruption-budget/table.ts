import type { PolicyV1PodDisruptionBudget } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';

export const table: TableRules<PolicyV1PodDisruptionBudget> = {
  columns: [
    nameColumn,
    column('Min Available', 'string', 'How many pods have to stay available.'),
    column('Max Unavailable', 'string', 'How many pods may be unavailable.'),
    column('Allowed Disruptions', 'integer', 'How many pods may go now.'),
    ageColumn,
  ],
  cells: ({ metadata, spec, status }, now) => [
    metadata.name ?? '',
    String(spec.minAvailable ?? 'N/A'),
    String(spec.maxUnavailable ?? 'N/A'),
    status.disruptionsAllowed,
    ageCell(metadata, now),
  ],
};
