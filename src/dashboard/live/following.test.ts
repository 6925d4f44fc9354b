import { expect, it } from 'vitest';
import { CallError } from '../calls/call-error.ts';
import { type FollowState, follow } from './following.ts';

/** Follows a list whose reads and watches go as a script says; ends with the script. */
async function followed(script: readonly ('list' | 'end' | 'wake' | CallError)[]) {
  const steps = [...script];
  const end = new AbortController();
  const [states, reads, pauses]: [FollowState[], string[], number[]] = [[], [], []];
  let asleep = new AbortController();
  let now = 0;
  const next = async (what: string): Promise<void> => {
    const step = steps.shift();
    reads.push(what);
    if (step === undefined) end.abort();
    if (step === 'wake') {
      const sleeper = asleep;
      asleep = new AbortController();
      sleeper.abort();
      throw new Error('aborted');
    }
    if (step instanceof CallError) throw step;
    now += 60_000;
  };
  await follow(
    {
      list: async () => {
        await next('list');
        return '1';
      },
      watch: async (revision, seen) => {
        await next(`watch ${revision}`);
        seen(String(Number(revision) + 1));
      },
    },
    (state) => states.push(state),
    end.signal,
    {
      now: () => now,
      pause: (ms, signal) => {
        if (signal.aborted) return Promise.reject(signal.reason);
        if (ms !== 200) pauses.push(ms);
        return ms === 200 ? new Promise(() => {}) : Promise.resolve();
      },
      untilSleep: () => asleep.signal,
      whenSeen: () => Promise.resolve(),
    },
  );
  return { kinds: states.map(({ kind }) => kind), states, reads, pauses };
}

const gone = new CallError('too old', 410);
const broken = new CallError('The server cannot be reached.', 502);

it('goes on from the newest revision when the server ends a watch', async () => {
  const { reads } = await followed(['list', 'end', 'end']);
  expect(reads.slice(0, 3)).toEqual(['list', 'watch 1', 'watch 2']);
});

it('reads the list again only when the revision is gone', async () => {
  const { reads, kinds } = await followed(['list', 'end', gone, 'list', 'end']);
  expect(reads.slice(0, 5)).toEqual(['list', 'watch 1', 'watch 2', 'list', 'watch 1']);
  // What is shown stays meanwhile.
  expect(kinds.filter((kind) => kind === 'loading')).toHaveLength(1);
});

it('says since when the connection is lost, tries again ever later, and goes on where it was', async () => {
  const { states, reads, pauses } = await followed(['list', 'end', broken, broken, broken, 'end']);
  const lost = states.filter((state) => state.kind === 'lost');
  expect(lost).toHaveLength(3);
  expect(new Set(lost.map(({ since }) => since)).size).toBe(1);
  expect(lost[0]!.problem).toBe('The server cannot be reached.');
  expect(pauses.slice(0, 3)).toEqual([500, 1_000, 2_000]);
  expect(reads.slice(2, 6)).toEqual(['watch 2', 'watch 2', 'watch 2', 'watch 2']);
});

it('connects anew after sleep, without reading all again', async () => {
  const { reads, states } = await followed(['list', 'wake', 'end']);
  expect(reads.slice(0, 3)).toEqual(['list', 'watch 1', 'watch 1']);
  expect(states).toContainEqual(
    expect.objectContaining({ kind: 'lost', problem: expect.stringContaining('This machine slept') }),
  );
});

it('gives up with a sentence where no repetition helps', async () => {
  const { states, reads } = await followed([new CallError('You may not do this.', 403)]);
  expect(states.at(-1)).toEqual({ kind: 'failed', problem: 'You may not do this.' });
  expect(reads).toEqual(['list']);
});
