import type { BatchV1Job } from '../../api/schema/types.gen.ts';
import { parseTime } from '../../api/values/time.ts';

const ends = ['Complete', 'Failed'];

export interface Expiry {
  /** Milliseconds since 1970. */
  readonly finished: number;
  readonly due: number;
}

/**
 * Undefined for a Job that stays: it has not finished, asks for no end, or is being deleted. Throws for one that does
 * not say when it has finished.
 */
export function expiryOf({ metadata, spec, status }: BatchV1Job): Expiry | undefined {
  const { ttlSecondsAfterFinished: seconds } = spec;
  if (seconds === undefined || seconds === null || metadata.deletionTimestamp) return undefined;
  const end = (status?.conditions ?? []).find((one) => ends.includes(one.type) && one.status === 'True');
  if (end === undefined) return undefined;
  if (!end.lastTransitionTime) throw new Error(`its condition ${end.type} does not say since when`);
  const finished = parseTime(end.lastTransitionTime).seconds * 1_000;
  return { finished, due: finished + seconds * 1_000 };
}
