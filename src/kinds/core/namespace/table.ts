import type { CoreV1Namespace } from '../../../api/schema/types.gen.ts';
import { column, tableOf } from '../../shared/table.ts';

export const table = tableOf<CoreV1Namespace>([
  column('Status', 'string', 'Whether it is in use or on its way out.', ({ status }) => status.phase ?? ''),
]);
