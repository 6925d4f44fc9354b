import type { MetaV1ObjectMeta } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn } from '../table.ts';

export const configurationTable: TableRules<{ metadata: MetaV1ObjectMeta; webhooks?: unknown[] }> = {
  columns: [nameColumn, column('Webhooks', 'integer', 'How many webhooks it names.'), ageColumn],
  cells: ({ metadata, webhooks = [] }, now) => [metadata.name ?? '', webhooks.length, ageCell(metadata, now)],
};
