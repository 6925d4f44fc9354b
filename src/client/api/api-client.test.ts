import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { clientOf, failureStatus, noChance } from '../../../test/support/unit/fake-wire.ts';
import { CallError } from '../call-error.ts';
import type { ApiCall } from './api-call.ts';
import { ApiClient } from './api-client.ts';
import type { WireAnswer } from './wire.ts';

type Step = Error | WireAnswer;

const answer = (status: number, value: unknown, headers = {}): WireAnswer => ({
  status,
  headers,
  body: Readable.from([Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))]),
});

/** Breaks off after its first bytes. */
function broken(): WireAnswer {
  async function* pieces(): AsyncGenerator<Buffer> {
    yield Buffer.from('{"half":');
    throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  }
  return { status: 200, headers: {}, body: Readable.from(pieces()) };
}

/** Answers in the order of the steps. */
async function ask(method: ApiCall['method'], steps: Step[]) {
  const pauses: number[] = [];
  const client = new ApiClient({
    wire: {
      async send() {
        const step = steps.shift()!;
        if (step instanceof Error) throw step;
        return step;
      },
      [Symbol.dispose]() {},
    },
    userAgent: 'test',
    random: noChance,
    pause: async (ms) => void pauses.push(ms),
  });
  const outcome = await client.json({ method, path: '/x' }).catch((error: Error) => error.message);
  return { outcome, pauses, rest: steps.length };
}

const reset = () => new CallError('reset', 'reset');
const later = (status: number, seconds = '7') =>
  answer(status, failureStatus(status, 'Busy'), { 'retry-after': seconds });
const ok = () => answer(200, { a: 1 });

describe('a request', () => {
  it.each<[string, ApiCall['method'], Step[], unknown, number[]]>([
    [
      'that the server wants to see later',
      'POST',
      [later(429), later(503, '2'), ok()],
      { a: 1 },
      [7_000, 2_000],
    ],
    [
      'at most ten times',
      'PUT',
      Array.from({ length: 11 }, () => later(429, '1')),
      'Busy!',
      Array(10).fill(1_000),
    ],
    ['not without a number', 'GET', [later(429, 'soon')], 'Busy!', []],
    ['not for what is wrong with it', 'GET', [later(404)], 'Busy!', []],
    ['that reads, when its connection breaks', 'GET', [reset(), broken(), ok()], { a: 1 }, [1_000, 1_000]],
    ['that writes, not then: it may have been carried out', 'POST', [reset()], 'reset', []],
    ['that writes, not in the middle of the answer', 'POST', [broken()], 'POST /x: aborted', []],
  ])('is sent again: %s', async (_, method, steps, outcome, pauses) => {
    expect(await ask(method, steps)).toEqual({ outcome, pauses, rest: 0 });
  });

  it('says who asks, and what it takes', async () => {
    const { client, wire } = clientOf(() => ({}));
    await client.json({ method: 'GET', path: '/x', query: { a: 'b c', none: undefined } });
    expect(wire.calls[0]).toMatchObject({
      query: { a: 'b c' },
      headers: { 'user-agent': 'test', accept: 'application/json' },
    });
  });
});

describe('the time of a request', () => {
  const never = (signal: AbortSignal): Promise<never> =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

  async function outcomeOf(answering: (signal: AbortSignal) => object | Promise<object>, call = {}) {
    const { client } = clientOf(
      ({ signal }) => answering(signal),
      (_, signal) => never(signal!),
    );
    return client.json({ method: 'GET', path: '/x', timeout: 20, ...call }).catch((error: unknown) => error);
  }

  it('ends with a CallError when there is no answer', async () => {
    const error = await outcomeOf(never);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ code: 'timeout', message: 'GET /x: context deadline exceeded' });
  });

  it('ends with the refusal when it is over before the request may be sent again', async () => {
    const steps: Step[] = [later(429)];
    const client = new ApiClient({
      wire: { send: async () => steps.shift() as WireAnswer, [Symbol.dispose]() {} },
      userAgent: 'test',
      random: noChance,
      pause: (_, signal) => never(signal!),
    });
    const error = await client
      .json({ method: 'GET', path: '/x', timeout: 20 })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 429, reason: 'Busy' });
  });

  it('ends with the reason of the caller who breaks it off', async () => {
    const reason = new Error('no longer wanted');
    expect(await outcomeOf(never, { signal: AbortSignal.abort(reason) })).toBe(reason);
  });
});
