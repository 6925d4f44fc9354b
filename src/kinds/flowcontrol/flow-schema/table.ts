import type { FlowcontrolV1beta2FlowSchema } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageColumn, column, tableOf } from '../../shared/table.ts';

export const table: TableRules<FlowcontrolV1beta2FlowSchema> = {
  ...tableOf([
    column(
      'PriorityLevel',
      'string',
      'The priority level of the requests.',
      ({ spec }) => spec.priorityLevelConfiguration.name,
    ),
    column(
      'MatchingPrecedence',
      'string',
      'Of the schemas that match, the lowest counts.',
      ({ spec }) => spec.matchingPrecedence,
    ),
    column(
      'DistinguisherMethod',
      'string',
      'How requests are divided into flows.',
      ({ spec }) => spec.distinguisherMethod?.type ?? '<none>',
    ),
    ageColumn,
    column(
      'MissingPL',
      'string',
      'Whether the priority level does not exist.',
      ({ status }) => status.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?',
    ),
  ]),
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
