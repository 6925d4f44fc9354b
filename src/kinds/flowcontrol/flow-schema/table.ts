import type { FlowcontrolV1beta2FlowSchema } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';

export const table: TableRules<FlowcontrolV1beta2FlowSchema> = {
  columns: [
    nameColumn,
    column('PriorityLevel', 'string', 'The priority level of the requests.'),
    column('MatchingPrecedence', 'string', 'Of the schemas that match, the lowest counts.'),
    column('DistinguisherMethod', 'string', 'How requests are divided into flows.'),
    ageColumn,
    column('MissingPL', 'string', 'Whether the priority level does not exist.'),
  ],
  cells: ({ metadata, spec, status }, now) => [
    metadata.name ?? '',
    spec.priorityLevelConfiguration.name,
    spec.matchingPrecedence,
    spec.distinguisherMethod?.type ?? '<none>',
    ageCell(metadata, now),
    status.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?',
  ],
  // In the order in which requests are matched: lowest precedence first, then by name.
  order: {
    keyOf: ({ metadata, spec }) => ({ precedence: spec.matchingPrecedence, name: metadata.name! }),
    compare: (a: SortKey, b: SortKey) => a.precedence - b.precedence || (a.name < b.name ? -1 : 1),
  },
};

interface SortKey {
  precedence: number;
  name: string;
}
