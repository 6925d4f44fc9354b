import type { ObjectChange } from '../../api/meta/lister.ts';
import type { CoreV1Secret } from '../../api/schema/types.gen.ts';

/** Whether the Secret is, or was, of this type. The type never changes. */
export function isOfType(change: ObjectChange<CoreV1Secret>, type: string): boolean {
  // Not every cache knows the fields of what it holds.
  const { fieldsBefore, fieldsAfter } = change;
  const known = (fieldsAfter ?? fieldsBefore)?.['type'];
  return (known ?? (change.after() ?? change.before())?.type) === type;
}
