import type { FieldFilter } from '../../api/patch/apply/field-filter.ts';
import type { KindDefinition } from '../../api/schema/schema.ts';

/** The fields that a write to the main resource may own: all but the status, if that has a subresource. */
export const mainFilter = ({ subresources }: KindDefinition): FieldFilter =>
  subresources.includes('status') ? allButStatus : all;

const all: FieldFilter = () => true;
const allButStatus: FieldFilter = (field) => field !== 'status';

const onlyStatus: FieldFilter = (field) => field === 'status' || /^metadata(?:\.|$)/.test(field);

/** The fields that a write to the subresource `status` may own: status, and metadata without the fields that are kept. */
export function statusFilter(kept: readonly string[] | undefined): FieldFilter {
  if (kept === undefined) return onlyStatus;
  const paths = kept.map((field) => `metadata.${field}`);
  return (field) => onlyStatus(field) && !paths.includes(field);
}
