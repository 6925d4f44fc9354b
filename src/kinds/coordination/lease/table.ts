import type { CoordinationV1Lease } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';

export const table: TableRules<CoordinationV1Lease> = {
  columns: [nameColumn, column('Holder', 'string', 'Who holds the lease at present.'), ageColumn],
  cells: ({ metadata, spec }, now) => [
    metadata.name ?? '',
    spec.holderIdentity ?? '',
    ageCell(metadata, now),
  ],
};
