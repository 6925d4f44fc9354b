import { CallError, messageOf } from '../calls/call-error.ts';

/** State of a list that is followed. */
export type FollowState =
  | { kind: 'loading' }
  | { kind: 'live' }
  /** The connection is gone since this time, in milliseconds since 1970, and is tried again. */
  | { kind: 'lost'; since: number; problem: string }
  /** It is not tried again: the request itself is wrong, or not allowed. */
  | { kind: 'failed'; problem: string };

/** A list, as it is read and followed. */
export interface Followed {
  /** Reads all, and answers the revision from which on changes are new. */
  list(signal: AbortSignal): Promise<string>;
  /** Takes in changes since a revision, and calls `seen` with the newest one, until the server ends it. */
  watch(revision: string, seen: (revision: string) => void, signal: AbortSignal): Promise<void>;
}

export interface FollowSurroundings {
  now(): number;
  /** Milliseconds. Rejects when the signal is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /**
   * Aborted when the machine wakes from sleep, as connections of before may be dead without knowing it, and when nobody
   * has looked at the page for a while, as browsers have few connections for all pages of a host.
   */
  untilSleep(): AbortSignal;
  /** Resolves when the page is looked at. */
  whenSeen(): Promise<void>;
}

const firstPause = 500;
const longestPause = 15_000;
const slept = 'This machine slept, or nobody looked at the page.';
/** Answers that no repetition changes. */
const final = [400, 403, 404, 405, 406, 422];

/**
 * Follows a list for as long as it is looked at, through restarts of the server and sleep of the machine. The list is
 * read again only where the server no longer knows what came since.
 */
export async function follow(
  followed: Followed,
  show: (state: FollowState) => void,
  signal: AbortSignal,
  { now, pause, untilSleep, whenSeen }: FollowSurroundings,
): Promise<void> {
  let revision: string | undefined;
  let wait = firstPause;
  let since = 0;
  show({ kind: 'loading' });
  while (!signal.aborted) {
    await whenSeen();
    const attempt = AbortSignal.any([signal, untilSleep()]);
    try {
      revision ??= await followed.list(attempt);
      const seen = (newest: string): void => {
        revision = newest;
      };
      const begun = now();
      const watching = followed.watch(revision, seen, attempt);
      // A watch has no answer of its own: it is live when it has not failed at once.
      const settled = await Promise.race([watching.then(() => true), pause(200, signal).then(() => false)]);
      [wait, since] = [firstPause, 0];
      show({ kind: 'live' });
      if (!settled) await watching;
      if (now() - begun < firstPause) await pause(firstPause, signal);
    } catch (error) {
      if (signal.aborted) return;
      const status = error instanceof CallError ? error.status : 0;
      if (status === 410) {
        revision = undefined;
        continue;
      }
      const problem = attempt.aborted ? slept : messageOf(error);
      if (final.includes(status)) return show({ kind: 'failed', problem });
      since ||= now();
      show({ kind: 'lost', since, problem });
      await pause(wait, signal).catch(() => {});
      wait = Math.min(wait * 2, longestPause);
    }
  }
}
