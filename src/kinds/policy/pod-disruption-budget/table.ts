import type { PolicyV1PodDisruptionBudget } from '../../../api/schema/types.gen.ts';
import { column, tableOf } from '../../shared/table.ts';

export const table = tableOf<PolicyV1PodDisruptionBudget>([
  column('Min Available', 'string', 'How many pods have to stay available.', ({ spec }) =>
    String(spec.minAvailable ?? 'N/A'),
  ),
  column('Max Unavailable', 'string', 'How many pods may be unavailable.', ({ spec }) =>
    String(spec.maxUnavailable ?? 'N/A'),
  ),
  column(
    'Allowed Disruptions',
    'integer',
    'How many pods may go now.',
    ({ status }) => status.disruptionsAllowed,
  ),
]);
