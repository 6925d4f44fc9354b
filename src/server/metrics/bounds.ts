import { isReleasedBy } from '../../api/meta/release.ts';

/** Upper bounds of histograms that are not the same in every release. Seconds. */
export interface Bounds {
  readonly requests: readonly number[];
  readonly store: readonly number[];
  readonly admission: readonly number[];
}

/** Bounds of durations that nothing else is said about. */
export const defaultBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Bounds from the release on in which the service levels of requests have a histogram of their own. */
export const requestBounds = [
  0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];

const earlierRequestBounds = [
  ...[0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
  ...[1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60],
];

const earlier: Bounds = {
  requests: earlierRequestBounds,
  store: [0.005, 0.01, 0.025, ...earlierRequestBounds],
  admission: [0.005, 0.025, 0.1, 0.5, 2.5],
};

const since123: Bounds = {
  requests: requestBounds,
  store: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 15, 30, 60],
  admission: [0.005, 0.025, 0.1, 0.5, 1, 2.5],
};

/** Rules that select a bucket by its bound are written for one release. */
export const boundsOf = (release: string): Bounds => (isReleasedBy('1.23', release) ? since123 : earlier);
