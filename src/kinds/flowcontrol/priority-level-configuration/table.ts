import type { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { FlowcontrolV1beta2PriorityLevelConfiguration } from '../../../api/schema/types.gen.ts';
import type { TableRules } from '../../../registry/kind-rules.ts';
import { type Column, column, tableOf } from '../../shared/table.ts';

type Level = FlowcontrolV1beta2PriorityLevelConfiguration;

const none = '<none>';

/** The release from which on shares are called nominal. */
const nominalSince = '1.26';

export const table = (gates: FeatureGates): TableRules<Level> =>
  tableOf<Level>([
    column('Type', 'string', 'Whether requests are held back at all.', ({ spec }) => spec.type),
    column(
      gates.isIn(nominalSince) ? 'NominalConcurrencyShares' : 'AssuredConcurrencyShares',
      'string',
      'Its share of what the server does at once.',
      ({ spec }) => spec.limited?.assuredConcurrencyShares ?? none,
    ),
    queuingColumn('Queues', 'How many queues there are.', 'queues'),
    queuingColumn('HandSize', 'How many queues one flow may use.', 'handSize'),
    queuingColumn('QueueLengthLimit', 'How many requests may wait in one queue.', 'queueLengthLimit'),
  ]);

function queuingColumn(
  name: string,
  description: string,
  field: 'queues' | 'handSize' | 'queueLengthLimit',
): Column<Level> {
  const cell = ({ spec }: Level) => spec.limited?.limitResponse.queuing?.[field] ?? none;
  return column(name, 'string', description, cell);
}
