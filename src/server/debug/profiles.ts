import { Session } from 'node:inspector/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { stateOf } from '../request-state.ts';
import { sendText } from '../response/plain-text.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import { secondsError, secondsOf } from './seconds.ts';

export const profileRoot = '/debug/pprof';
const usual = 30;

const link = (name: string): string =>
  `<a href="${profileRoot}/${name}?seconds=${usual}">${profileRoot}/${name}?seconds=${usual}</a>`;

const index = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Profiles</title></head>
<body>
<p>CPU and heap profiles of this process, in the formats of V8: open them with the developer tools of a browser.</p>
<ul>
<li>${link('profile')}: where the processor's time goes (.cpuprofile)</li>
<li>${link('heap')}: which calls take memory (.heapprofile)</li>
</ul>
</body>
</html>
`;

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
  readonly #slot: OneAtATime;

  constructor(slot: OneAtATime) {
    this.#slot = slot;
  }

  /** Whether the path is one of its own. */
  async handle(request: Request, response: Response): Promise<boolean> {
    const { path, query } = stateOf(request).info;
    if (path === profileRoot || path === `${profileRoot}/`) {
      sendIndex(response);
      return true;
    }
    if (!path.startsWith(`${profileRoot}/`)) return false;
    const name = path.slice(profileRoot.length + 1);
    const profiler = Object.hasOwn(profilers, name) ? profilers[name]! : undefined;
    if (profiler === undefined) sendText(response, 404, 'Unknown profile\n');
    else await this.#send(response, profiler, query.get('seconds'));
    return true;
  }

  async #send(response: Response, profiler: Profiler, text: string | undefined): Promise<void> {
    const seconds = secondsOf(text, usual);
    if (seconds === undefined) return sendText(response, 400, secondsError);
    const made = this.#slot.run(() => make(response, profiler, seconds));
    if (made === undefined) return sendText(response, 503, 'another profile is being made\n');
    await made;
  }
}

/** A page with links, as people open it in a browser. */
function sendIndex(response: Response): void {
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.end(index);
}

async function make(response: Response, profiler: Profiler, seconds: number): Promise<void> {
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
  }
}
