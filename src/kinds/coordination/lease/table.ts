import type { CoordinationV1Lease } from '../../../api/schema/types.gen.ts';
import { column, tableOf } from '../../shared/table.ts';

export const table = tableOf<CoordinationV1Lease>([
  column('Holder', 'string', 'Who holds the lease at present.', ({ spec }) => spec.holderIdentity ?? ''),
]);
