import type { Rejection } from './fair-queues.ts';

/** Counts the requests of one FlowSchema at one priority level. */
export interface FlowSeries {
  /** A request came that is taken to need so many seats. */
  estimated(seats: number): void;
  /** They wait for seats, for so many: one more, or one less. */
  waiting(change: 1 | -1, seats: number): void;
  /** They execute: one more, or one less. */
  executing(change: 1 | -1): void;
  /** They hold seats: so many more, or less. */
  seats(change: number): void;
  /** It got its seats, or is exempt. */
  dispatched(): void;
  rejected(reason: Rejection | 'time-out' | 'cancelled'): void;
  /** Its wait is over, after so many seconds. `executed`: it was not rejected on arrival. */
  waited(seconds: number, executed: boolean): void;
  /** It is over. `isWatch`: it was a watch, which holds its seats for its initial events. */
  executed(seconds: number, isWatch: boolean): void;
  /** A write begins, of which so many watches hear. */
  watched(watches: number): void;
  /** Requests in its queue, itself included, when it joined. */
  joined(queueLength: number): void;
}

export interface FlowObserver {
  series(level: string, schema: string): FlowSeries;
}
