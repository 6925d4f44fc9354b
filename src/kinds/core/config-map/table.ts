import type { CoreV1ConfigMap } from '../../../api/schema/types.gen.ts';
import { column, tableOf } from '../../shared/table.ts';

export const table = tableOf<CoreV1ConfigMap>([
  column(
    'Data',
    'string',
    'How many values it holds, text and binary.',
    ({ data, binaryData }) => Object.keys(data ?? {}).length + Object.keys(binaryData ?? {}).length,
  ),
]);
