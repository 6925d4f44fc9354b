import type { RequestInfo } from '../../api/request/request-info.ts';

/** Objects that a seat stands for. */
const objectsPerSeat = 100;
const maxSeats = 10;

/** Counts the objects of a resource type; undefined where that is unknown. */
export type CountObjects = (group: string, resource: string) => number | undefined;

/**
 * Number of seats that a request takes: one, or more for a list, by the objects that have to be looked at for it.
 *
 *     950 pods: GET …/pods?resourceVersion=0 takes 10 seats, GET …/pods?limit=100 takes 2
 */
export function seatsOf(info: RequestInfo, count: CountObjects): number {
  if (info.verb !== 'list') return 1;
  const stored = count(info.group, info.resource);
  // A list by name is at most one object.
  if (stored === undefined || info.name !== '') return 1;
  const objects = objectsToRead(info, stored);
  if (objects === undefined) return maxSeats;
  return Math.min(Math.max(Math.ceil(objects / objectsPerSeat), 1), maxSeats);
}

/** Undefined for options that make no sense. */
function objectsToRead({ query }: RequestInfo, stored: number): number | undefined {
  const version = query.get('resourceVersion') ?? '';
  const limit = Number(query.get('limit') ?? 0);
  if (!Number.isSafeInteger(limit)) return undefined;
  const isOfPages = (query.get('continue') ?? '') !== '' || (limit > 0 && version !== '0');
  const isExact = query.get('resourceVersionMatch') === 'Exact';
  if (version !== '' && !isOfPages && !isExact) return stored;
  const answered = limit > 0 ? Math.min(limit, stored) : stored;
  const selects = (query.get('labelSelector') ?? '') !== '' || (query.get('fieldSelector') ?? '') !== '';
  return selects ? stored + answered : 2 * answered;
}
