import { expect, it } from 'vitest';
import { ElectedControllers } from './elected-controllers.ts';
import type { RunningControllers } from './running-controllers.ts';

/** An election that the test decides, and what happens, in order. */
function scene(fails = false) {
  const events: string[] = [];
  let win: () => void = () => {};
  let lose: () => void = () => {};
  const until = (signal: AbortSignal, take: (done: () => void) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      take(resolve);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  const elected = new ElectedControllers({
    elector: {
      acquire: (signal) => until(signal, (done) => (win = done)),
      hold: (signal) => until(signal, (done) => (lose = done)).catch(() => void events.push('released')),
    },
    start: async () => {
      events.push('start');
      if (fails) throw new Error('no key');
      return { close: async () => void events.push('closed') } as unknown as RunningControllers;
    },
    warn: (message) => events.push(message),
    pause: async (milliseconds) => void events.push(`rest ${milliseconds}`),
  });
  elected.start();
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
  const step = async (what: () => void) => {
    what();
    await settle();
  };
  return { elected, events, win: () => step(() => win()), lose: () => step(() => lose()), settle };
}

it('controllers run while this process leads, each time anew', async () => {
  const { elected, events, win, lose, settle } = scene();
  await settle();
  expect(events).toEqual([]);
  await win();
  expect(events).toEqual(['start']);
  await lose();
  expect(events).toEqual(['start', 'closed']);
  await win();
  expect(events).toEqual(['start', 'closed', 'start']);
  await elected.close();
});

it('the lease is given back after the controllers have ended', async () => {
  const { elected, events, win } = scene();
  await win();
  await elected.close();
  expect(events.slice(0, 3)).toEqual(['start', 'closed', 'released']);
});

it('controllers that cannot start give the lease back, and are tried again after a rest', async () => {
  const { elected, events, win } = scene(true);
  await win();
  expect(events).toEqual(['start', 'released', 'controllers: no key', 'rest 10000']);
  await win();
  expect(events.slice(4)).toEqual(['start', 'released', 'controllers: no key', 'rest 10000']);
  await elected.close();
});

it('a candidate ends at once', async () => {
  const { elected, events } = scene();
  await elected.close();
  expect(events).toEqual([]);
});
