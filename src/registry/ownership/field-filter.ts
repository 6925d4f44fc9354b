import type { FieldFilter } from '../../api/patch/apply/field-filter.ts';
import type { KindDefinition } from '../../api/schema/schema.ts';

/**
 * The fields that a write to the main resource may own: all but the status, if that has a subresource, and the sections
 * that the kind keeps as they are.
 */
export function mainFilter(
  { subresources }: Pick<KindDefinition, 'subresources'>,
  unowned: readonly string[] = [],
): FieldFilter {
  const usual = subresources.includes('status') ? allButStatus : all;
  return unowned.length === 0 ? usual : (field) => usual(field) && !unowned.includes(field);
}

const all: FieldFilter = () => true;
const allButStatus: FieldFilter = (field) => field !== 'status';

const onlyStatus: FieldFilter = (field) => field === 'status' || /^metadata(?:\.|$)/.test(field);

/** The fields that a write to the subresource `status` may own: status, and metadata without the fields that are kept. */
export function statusFilter(kept: readonly string[] | undefined): FieldFilter {
  if (kept === undefined) return onlyStatus;
  const paths = kept.map((field) => `metadata.${field}`);
  return (field) => onlyStatus(field) && !paths.includes(field);
}
