import type { AdmissionregistrationV1MutatingAdmissionPolicy } from '../../../api/schema/types.gen.ts';
import { paramKindColumn } from '../../shared/policies/table.ts';
import { column, tableOf } from '../../shared/table.ts';

export const table = tableOf<AdmissionregistrationV1MutatingAdmissionPolicy>([
  column('Mutations', 'integer', 'How many mutations it has.', ({ spec }) => (spec.mutations ?? []).length),
  paramKindColumn,
]);
