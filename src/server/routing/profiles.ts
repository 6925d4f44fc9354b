import { Session } from 'node:inspector/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { stateOf } from '../request-state.ts';
import { sendText } from './health.ts';

const root = '/debug/pprof';
/** Seconds: a request that takes longer is ended by its own time-out. */
const longest = 50;
const usual = 30;

const index = [
  'CPU and heap profiles of this process, in the formats of V8: open them with the developer tools of a browser.',
  '',
  `${root}/profile?seconds=${usual}  where the processor's time goes (.cpuprofile)`,
  `${root}/heap?seconds=${usual}     which calls take memory (.heapprofile)`,
  '',
].join('\n');

type Profiler = (session: Session, seconds: number) => Promise<object>;

const profilers: Readonly<Record<string, Profiler>> = {
  profile: async (session, seconds) => {
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    await sleep(seconds * 1000);
    return (await session.post('Profiler.stop')).profile;
  },
  heap: async (session, seconds) => {
    await session.post('HeapProfiler.startSampling');
    await sleep(seconds * 1000);
    return (await session.post('HeapProfiler.stopSampling')).profile;
  },
};

/** Serves profiles of the process, one at a time: each slows it down. */
export class ProfileHandler {
  #isBusy = false;

  /** Whether the path is one of its own. */
  async handle(request: Request, response: Response): Promise<boolean> {
    const { path, query } = stateOf(request).info;
    if (path === root || path === `${root}/`) {
      sendText(response, 200, index);
      return true;
    }
    if (!path.startsWith(`${root}/`)) return false;
    const name = path.slice(root.length + 1);
    const profiler = Object.hasOwn(profilers, name) ? profilers[name]! : undefined;
    if (profiler === undefined) sendText(response, 404, 'Unknown profile\n');
    else await this.#send(response, profiler, query.get('seconds') || String(usual));
    return true;
  }

  async #send(response: Response, profiler: Profiler, text: string): Promise<void> {
    const seconds = Number(text);
    if (!(seconds > 0 && seconds <= longest)) {
      return sendText(response, 400, `seconds must be a number above 0, and ${longest} at most\n`);
    }
    if (this.#isBusy) return sendText(response, 503, 'another profile is being made\n');
    this.#isBusy = true;
    const session = new Session();
    try {
      session.connect();
      const profile = JSON.stringify(await profiler(session, seconds));
      // The time-out filter may have answered meanwhile.
      if (response.headersSent) return;
      response.setHeader('Content-Type', 'application/json');
      response.end(profile);
    } finally {
      session.disconnect();
      this.#isBusy = false;
    }
  }
}
