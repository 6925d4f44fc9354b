import type { FollowSurroundings } from './following.ts';

/** Milliseconds between looks at the clock, and from which on it jumped. */
const [look, jump] = [5_000, 30_000];

let asleep = new AbortController();
let last = Date.now();
setInterval(() => {
  const isAwoken = Date.now() - last > jump;
  last = Date.now();
  if (!isAwoken) return;
  asleep.abort();
  asleep = new AbortController();
}, look);

/** Milliseconds for which a page that nobody looks at stays connected. */
const hiddenFor = 60_000;

let leaving: ReturnType<typeof setTimeout> | undefined;
document.addEventListener('visibilitychange', () => {
  clearTimeout(leaving);
  if (document.visibilityState === 'visible') return;
  leaving = setTimeout(() => {
    asleep.abort();
    asleep = new AbortController();
  }, hiddenFor);
});

const whenSeen = (): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });

/** The clock of the browser. A pause ends early when the machine is connected again. */
export const surroundings: FollowSurroundings = {
  now: () => Date.now(),
  untilSleep: () => asleep.signal,
  whenSeen,
  pause: (ms, signal) =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        window.removeEventListener('online', done);
        signal.removeEventListener('abort', failed);
      };
      const done = (): void => {
        end();
        resolve();
      };
      const failed = (): void => {
        end();
        reject(signal.reason);
      };
      const timer = setTimeout(done, ms);
      window.addEventListener('online', done);
      signal.addEventListener('abort', failed);
      if (signal.aborted) failed();
    }),
};
