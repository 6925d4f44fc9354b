import type { Counts } from './latencies.ts';
import type { Profile } from './settings.ts';

/** Orders to the processes of the cluster's components, each answered by one `Answer` of the same number. */
export type Order =
  /** Nodes of these numbers begin: the first one, and the one after the last. */
  | { readonly kind: 'start-nodes'; readonly server: string; readonly from: number; readonly to: number }
  /** So many of them are lost without a word, or all that were lost are back. */
  | { readonly kind: 'lose-nodes'; readonly count: number }
  | { readonly kind: 'return-nodes' }
  | { readonly kind: 'start-managers'; readonly server: string; readonly profile: Profile }
  | { readonly kind: 'churn'; readonly perSecond: number; readonly seconds: number }
  | { readonly kind: 'roll'; readonly pods: number }
  | { readonly kind: 'report' };

export interface Numbered {
  readonly number: number;
  readonly order: Order;
}

export interface Answer {
  readonly number: number;
  readonly report?: ComponentReport;
  /** What went wrong; the order was not carried out. */
  readonly problem?: string;
}

/** What a process has seen since its last report, and how it is now. */
export interface ComponentReport {
  readonly latencies: Counts;
  /** Lists after the first one. */
  readonly relists: number;
  /** Of managers: pods that are not as they are to be, and nodes taken for lost. */
  readonly missing: number;
  readonly lost: number;
  /** Milliseconds for which the thread was not to be had, at most: what it measured is off by that. */
  readonly stall: number;
}
