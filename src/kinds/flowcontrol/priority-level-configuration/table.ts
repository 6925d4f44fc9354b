import type { FlowcontrolV1beta2PriorityLevelConfiguration } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { ageCell, ageColumn, column, nameColumn } from '../../shared/table.ts';

const none = '<none>';

export const table: TableRules<FlowcontrolV1beta2PriorityLevelConfiguration> = {
  columns: [
    nameColumn,
    column('Type', 'string', 'Whether requests are held back at all.'),
    column('AssuredConcurrencyShares', 'string', 'Its share of what the server does at once.'),
    column('Queues', 'string', 'How many queues there are.'),
    column('HandSize', 'string', 'How many queues one flow may use.'),
    column('QueueLengthLimit', 'string', 'How many requests may wait in one queue.'),
    ageColumn,
  ],
  cells: ({ metadata, spec: { type, limited } }, now) => {
    const queuing = limited?.limitResponse.queuing;
    return [
      metadata.name ?? '',
      type,
      limited?.assuredConcurrencyShares ?? none,
      queuing?.queues ?? none,
      queuing?.handSize ?? none,
      queuing?.queueLengthLimit ?? none,
      ageCell(metadata, now),
    ];
  },
};
