import type { CoreV1Secret } from '../../../api/schema/types.gen.ts';
import { column, tableOf } from '../../shared/table.ts';

export const table = tableOf<CoreV1Secret>([
  column('Type', 'string', 'What the values are for.', ({ type }) => type ?? ''),
  column('Data', 'string', 'How many values it holds.', ({ data }) => Object.keys(data ?? {}).length),
]);
