import type { AdmissionregistrationV1ValidatingAdmissionPolicy } from '../../../api/schema/types.gen.ts';
import { paramKindColumn } from '../../shared/policies/table.ts';
import { column, tableOf } from '../../shared/table.ts';

export const table = tableOf<AdmissionregistrationV1ValidatingAdmissionPolicy>([
  column(
    'Validations',
    'integer',
    'How many validations it has.',
    ({ spec }) => (spec.validations ?? []).length,
  ),
  paramKindColumn,
]);
