import type { CoreV1ServiceAccount } from '../../../api/schema/types.gen.ts';
import { column, tableOf } from '../../shared/table.ts';

export const table = tableOf<CoreV1ServiceAccount>([
  column('Secrets', 'string', 'How many Secrets its pods may use.', ({ secrets }) => secrets?.length ?? 0),
]);
