import type { FieldFilter } from '../../api/patch/apply/field-filter.ts';
import type { KindDefinition } from '../../api/schema/schema.ts';

/** What the main resource takes: all but the status, where that has a subresource. */
export const mainFilter = ({ subresources }: KindDefinition): FieldFilter =>
  subresources.includes('status') ? allButStatus : all;

const all: FieldFilter = () => true;
const allButStatus: FieldFilter = (field) => field !== 'status';

const onlyStatus: FieldFilter = (field) => field === 'status' || /^metadata(?:\.|$)/.test(field);

/** What the subresource `status` takes from an object: the status, and metadata but for the fields that are kept. */
export function statusFilter(kept: readonly string[] | undefined): FieldFilter {
  if (kept === undefined) return onlyStatus;
  const paths = kept.map((field) => `metadata.${field}`);
  return (field) => onlyStatus(field) && !paths.includes(field);
}
