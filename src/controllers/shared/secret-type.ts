import type { ObjectChange } from '../../api/meta/lister.ts';
import type { CoreV1Secret } from '../../api/schema/types.gen.ts';

/** Whether the Secret is, or was, of this type. Parses nothing. */
export const isOfType = ({ fieldsBefore, fieldsAfter }: ObjectChange<CoreV1Secret>, type: string): boolean =>
  fieldsBefore?.['type'] === type || fieldsAfter?.['type'] === type;
