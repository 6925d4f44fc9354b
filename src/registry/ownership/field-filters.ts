import type { Counts } from '../../api/patch/apply/tracked.ts';
import type { KindDefinition } from '../../api/schema/schema.ts';

/** What the main resource takes: all but the status, where that has a sub-resource. */
export const mainCounts = ({ subresources }: KindDefinition): Counts =>
  subresources.includes('status') ? allButStatus : all;

const all: Counts = () => true;
const allButStatus: Counts = (field) => field !== 'status';

const onlyStatus: Counts = (field) => field === 'status' || /^metadata(?:\.|$)/.test(field);

/** What the sub-resource `status` takes from an object: the status, and metadata but for the fields that are kept. */
export function statusCounts(kept: readonly string[] | undefined): Counts {
  if (kept === undefined) return onlyStatus;
  const paths = kept.map((field) => `metadata.${field}`);
  return (field) => onlyStatus(field) && !paths.includes(field);
}
