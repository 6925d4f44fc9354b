import type { FeatureGates } from '../../api/gates/feature-gates.ts';
import type { RequestInfo } from '../../api/request/request-info.ts';
import { maxSeatsOfWrite, plainWork, type Work, workOfWrite } from './work.ts';

/** Objects that a seat stands for. */
const objectsPerSeat = 100;
const maxSeats = 10;

/** Bytes that a seat stands for, and those that a list holds at most which is written object by object. */
const bytesPerSeat = 100_000;
const maxStreamedBytes = 1_000_000;
const maxSeatsBySize = 100;

/** Part of the seats of a level that one request may take. */
const maxPartOfLevel = 0.15;

/** The size of a priority level. */
export interface LevelSize {
  /** By its shares. */
  readonly seats: number;
  /** Queues among which a flow chooses; undefined where requests do not wait. */
  readonly handSize: number | undefined;
}

/** The stored objects of a resource type. */
export interface StoredAmount {
  readonly objects: number;
  /** Bytes of all of them together. */
  readonly bytes: number;
}

/** Counts the objects of a resource type; undefined where that is unknown. */
export type CountStored = (group: string, resource: string) => StoredAmount | undefined;

/** The differences between releases in how many seats requests take. */
export interface SeatRules {
  /** Whether lists are weighed by bytes rather than counted by objects. */
  readonly weighsBytes: boolean;
  /** Whether the seats of a level bound those of a request. */
  readonly boundsByLevel: boolean;
  /** Whether a watch that begins with all objects costs as much as a list of them. */
  readonly countsInitialEvents: boolean;
  /** Whether a write holds seats for the watches that hear of it. */
  readonly countsWatches: boolean;
}

export const seatRules = (gates: FeatureGates): SeatRules => ({
  weighsBytes: gates.isOn('SizeBasedListCostEstimate'),
  boundsByLevel: gates.isIn('1.28'),
  countsInitialEvents: gates.isOn('WatchList'),
  countsWatches: gates.isIn('1.24'),
});

/**
 * Number of seats that a request takes: one, or more for a list, by the objects that have to be looked at for it.
 * `level`: that of the request.
 *
 *     950 pods: GET …/pods?resourceVersion=0 takes 10 seats, GET …/pods?limit=100 takes 2
 */
export function seatsOf(info: RequestInfo, count: CountStored, rules: SeatRules, level: LevelSize): number {
  const isWatch = info.verb === 'watch' && rules.countsInitialEvents && beginsWithAll(info);
  if (info.verb !== 'list' && !isWatch) return 1;
  const stored = count(info.group, info.resource);
  // A list by name is at most one object.
  if (stored === undefined || info.name !== '') return 1;
  const most = maxSeatsOf(rules.weighsBytes ? maxSeatsBySize : maxSeats, rules, level);
  const read = isWatch ? { objects: stored.objects, isStreamed: true } : objectsToRead(info, stored.objects);
  if (read === undefined) return most;
  return Math.min(Math.max(seatsFor(read, stored, rules), 1), most);
}

/** The work of a write of which so many watches hear. */
export const writeWork = (watches: number, rules: SeatRules, level: LevelSize): Work =>
  rules.countsWatches ? workOfWrite(watches, maxSeatsOf(maxSeatsOfWrite, rules, level)) : plainWork(1);

/** A level in which requests wait is not for one of them alone, and each queue of a flow is to have a request executing. */
function maxSeatsOf(most: number, { boundsByLevel }: SeatRules, { seats, handSize }: LevelSize): number {
  if (!boundsByLevel || handSize === undefined) return most;
  return Math.max(1, Math.min(most, Math.ceil(maxPartOfLevel * seats), Math.floor(seats / handSize)));
}

interface ObjectsRead {
  objects: number;
  /** Whether they are written one after the other, so that few of them are held at a time. */
  isStreamed: boolean;
}

function seatsFor({ objects, isStreamed }: ObjectsRead, stored: StoredAmount, rules: SeatRules): number {
  if (!rules.weighsBytes) return Math.ceil(objects / objectsPerSeat);
  const bytes = stored.objects === 0 ? 0 : (objects * stored.bytes) / stored.objects;
  return Math.ceil((isStreamed ? Math.min(bytes, maxStreamedBytes) : bytes) / bytesPerSeat);
}

/** Whether a watch sends all objects before the changes. */
function beginsWithAll({ query }: RequestInfo): boolean {
  const version = query.get('resourceVersion') ?? '';
  return version === '' || version === '0' || query.get('sendInitialEvents') === 'true';
}

/** Undefined for options that make no sense. */
function objectsToRead({ query }: RequestInfo, stored: number): ObjectsRead | undefined {
  const version = query.get('resourceVersion') ?? '';
  const limit = Number(query.get('limit') ?? 0);
  if (!Number.isSafeInteger(limit)) return undefined;
  const isOfPages = (query.get('continue') ?? '') !== '' || (limit > 0 && version !== '0');
  const isExact = query.get('resourceVersionMatch') === 'Exact';
  if (version !== '' && !isOfPages && !isExact) return { objects: stored, isStreamed: true };
  const answered = limit > 0 ? Math.min(limit, stored) : stored;
  const selects = (query.get('labelSelector') ?? '') !== '' || (query.get('fieldSelector') ?? '') !== '';
  return { objects: selects ? stored + answered : 2 * answered, isStreamed: false };
}
