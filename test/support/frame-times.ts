import type { Page } from 'playwright-core';

/** Keeps the time between frames, in milliseconds, in a variable of the page. */
const record = `
  globalThis.frameTimes = [];
  let last = performance.now();
  const frame = (now) => {
    globalThis.frameTimes.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
`;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds: when it began, how long it lasted, and how long of that its thread had a processor. */
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { data?: { url?: string }; name?: string };
}

/** Watches how long frames of a page take until the function that it answers is called: milliseconds, in order. */
export async function watchFrames(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(record);
  return async () => sorted(await page.evaluate<number[]>('globalThis.frameTimes'));
}

/**
 * Watches how long the page's thread works between frames, whether a processor is free or not: on a machine with other
 * work, what is seen is late by that work. For some seconds at most, as each task of the browser is written down.
 */
export async function watchWork(page: Page): Promise<() => Promise<number[]>> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    return sorted(workBetweenFrames(traceEvents));
  };
}

const sorted = (times: readonly number[]): number[] => times.toSorted((a, b) => a - b);

/** The value that this share of the others does not exceed. */
export const percentile = (times: readonly number[], share: number): number =>
  times[Math.floor(times.length * share)] ?? Number.NaN;

function workBetweenFrames(events: readonly TraceEvent[]): number[] {
  const isFrame = ({ name }: TraceEvent): boolean => name === 'FireAnimationFrame';
  const found = events.find(isFrame);
  const own = events
    .filter(({ pid, tid }) => pid === found?.pid && tid === found.tid)
    .filter((one) => isFrame(one) || (one.name.endsWith('RunTask') && one.tdur !== undefined))
    .sort((a, b) => a.ts - b.ts);
  const times: number[] = [];
  let work = 0;
  let end = 0;
  for (const one of own) {
    if (isFrame(one)) {
      times.push(work);
      work = 0;
    } else if (one.ts >= end) {
      // Tasks within tasks are counted with these.
      work += one.tdur! / 1_000;
      end = one.ts + one.dur!;
    }
  }
  return times;
}
