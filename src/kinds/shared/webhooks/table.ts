import type { MetaV1ObjectMeta } from '../../../api/schema/types.gen.ts';
import { column, tableOf } from '../table.ts';

export const configurationTable = tableOf<{ metadata: MetaV1ObjectMeta; webhooks?: unknown[] }>([
  column('Webhooks', 'integer', 'How many webhooks it names.', ({ webhooks = [] }) => webhooks.length),
]);
