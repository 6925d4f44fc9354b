import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answering, TestHttpsServer, testValidity } from '../../test/support/unit/https-server.ts';
import { issueClient, makeAuthority } from '../util/x509.ts';
import { CallError } from './call-error.ts';
import type { ConnectionOptions } from './connections.ts';
import type { Pause } from './retry.ts';
import { Transport } from './transport.ts';
import { callReview, reviewBackoff, WebhookCaller, type WebhookRetry } from './webhook.ts';

let server: TestHttpsServer;
let resources: DisposableStack;
beforeEach(async () => {
  resources = new DisposableStack();
  server = await TestHttpsServer.start();
});
afterEach(async () => {
  resources.dispose();
  await server.close();
});

interface Given extends ConnectionOptions {
  url?: string;
  retry?: WebhookRetry;
}

function caller({ url = server.url, retry, ...options }: Given = {}): WebhookCaller {
  const transport = resources.use(new Transport({ authority: server.authority.certificate, ...options }));
  return new WebhookCaller({ url, transport, userAgent: 'test', timeout: 5_000 }, retry);
}

const review = { apiVersion: 'a.example/v1', kind: 'Review' };
const bigAnswer: Answering = () => ({ body: Buffer.alloc(100 * 1_048_576, ' ') });

describe('a call', () => {
  it('sends JSON and hands out the JSON that comes back', async () => {
    server.answer(() => ({ body: { ...review, status: { ok: true } } }));
    const url = `${server.url}/hook?x=1`;
    const answer = await caller({ url }).call({ a: 1 }, { headers: { 'x-more': 'yes' } });
    expect(answer).toEqual({ ...review, status: { ok: true } });
    expect(server.calls).toMatchObject([
      {
        method: 'POST',
        path: '/hook?x=1',
        body: { a: 1 },
        headers: { 'content-type': 'application/json', 'user-agent': 'test', 'x-more': 'yes' },
      },
    ]);
  });

  it('calls of one webhook share a connection', async () => {
    server.answer(() => ({ body: {} }));
    const one = caller();
    for (let n = 0; n < 20; n++) await one.call({});
    expect(server.connections).toBeLessThan(3);
  });

  it('shows its certificate, and the one that came in its place on new connections', async () => {
    const authority = await makeAuthority('clients', testValidity());
    const client = (commonName: string) => issueClient(authority, { commonName }, testValidity());
    let identity = await client('apiserver');
    const strict = await TestHttpsServer.start(() => ({ body: {}, headers: { connection: 'close' } }), {
      clientAuthority: authority.certificate,
    });
    resources.defer(() => void strict.close());
    const options = { url: strict.url, authority: strict.authority.certificate };
    const one = caller({ ...options, identity: () => identity });
    await one.call({});
    identity = await client('renewed');
    await one.call({});
    expect(strict.calls.map(({ client: name }) => name)).toEqual(['apiserver', 'renewed']);
    await expect(caller(options).call({})).rejects.toBeInstanceOf(CallError);
  });

  it('goes to another address under the same name', async () => {
    const names = { dnsNames: ['hook.ns.svc'], addresses: [] };
    const service = await TestHttpsServer.start(() => ({ body: { found: true } }), { names });
    resources.defer(() => void service.close());
    const asked: unknown[] = [];
    const options = {
      url: 'https://hook.ns.svc:8443/x',
      authority: service.authority.certificate,
      locate: async (address: unknown) => {
        asked.push(address);
        return { host: '127.0.0.1', port: service.port };
      },
    };
    expect(await caller(options).call({})).toEqual({ found: true });
    expect(asked).toEqual([{ host: 'hook.ns.svc', port: 8443 }]);
    const other = { ...options, url: 'https://other.ns.svc/' };
    await expect(caller(other).call({})).rejects.toMatchObject({ code: 'unreachable' });
    const lost = { ...other, locate: () => Promise.reject(new Error('no service "other"')) };
    await expect(caller(lost).call({})).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('no service "other"'),
    });
    const renamed = { ...other, serverName: 'hook.ns.svc' };
    expect(await caller(renamed).call({})).toEqual({ found: true });
  });

  it.each<[string, Answering, object]>([
    ['hangs', () => 'hang', { code: 'timeout' }],
    ['stops in the middle', () => 'stall', { code: 'timeout' }],
    ['cuts the connection', () => 'reset', { code: 'reset' }],
    [
      'redirects',
      () => ({ status: 307, headers: { location: 'https://127.0.0.1:1/' } }),
      { code: 'redirect' },
    ],
    ['answers 100 MB', bigAnswer, { code: 'too-large' }],
    ['answers 500', () => ({ status: 500, body: 'no luck' }), { code: 'status', status: 500 }],
    [
      'answers 500 with 100 MB',
      () => ({ status: 500, ...(bigAnswer({} as any) as object) }),
      { status: 500 },
    ],
    ['answers no JSON', () => ({ body: '{"a":' }), { code: 'malformed' }],
    ['answers what is no text', () => ({ body: Buffer.from('"\xff"', 'latin1') }), { code: 'malformed' }],
    ['answers nothing', () => ({ status: 204 }), { code: 'malformed' }],
  ])('to a server that %s is an error', async (_, answering, error) => {
    server.answer(answering);
    // Where the time has to be over, it is over soon; a busy machine may need long for any other answer.
    const timeout = 'code' in error && error.code === 'timeout' ? 1_500 : 25_000;
    await expect(caller().call({}, { timeout })).rejects.toMatchObject({
      name: 'CallError',
      ...error,
    });
    expect(server.calls).toHaveLength(1);
  });

  it('says what went wrong', async () => {
    server.answer(() => ({ status: 500, body: 'no luck' }));
    await expect(caller().call({})).rejects.toThrow(`Post "${server.url}": answered 500: no luck`);
    await expect(caller({ url: 'https://127.0.0.1:1/' }).call({})).rejects.toThrow(
      'Post "https://127.0.0.1:1/": dial tcp 127.0.0.1:1: connect: connection refused',
    );
  });

  it.each<[string, ConnectionOptions]>([
    ['of another authority', { authority: undefined }],
    ['for another name', { serverName: 'another.example' }],
  ])('does not trust a certificate %s', async (_, options) => {
    server.answer(() => ({ body: {} }));
    await expect(caller(options).call({})).rejects.toMatchObject({ code: 'unreachable' });
    expect(await caller({ ...options, authority: undefined, insecure: true }).call({})).toEqual({});
  });

  it('does not take a common name for the name of a server', async () => {
    const nameless = await TestHttpsServer.start(() => ({ body: {} }), {
      names: { dnsNames: [], addresses: [] },
    });
    resources.defer(() => void nameless.close());
    const options = { url: nameless.url, authority: nameless.authority.certificate, serverName: 'webhook' };
    await expect(caller(options).call({})).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('is given up by its signal', async () => {
    server.answer(() => 'hang');
    const reason = new Error('enough');
    await expect(caller().call({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('retries', () => {
  const pauses: number[] = [];
  const pause: Pause = async (ms) => void pauses.push(ms);
  const retry = { random: { uuid: () => '', below: () => 500 }, pause, backoff: reviewBackoff };
  const answers = (...statuses: (number | 'reset')[]): Answering => {
    return () => {
      const next = statuses.shift();
      return next === 'reset' ? next : { status: next ?? 200, body: {} };
    };
  };
  beforeEach(() => pauses.splice(0));

  it('pause longer each time, with something on top by chance', async () => {
    server.answer(answers(500, 504, 429, 'reset'));
    expect(await caller({ retry }).call({})).toEqual({});
    expect(pauses.map(Math.round)).toEqual([550, 825, 1238, 1856]);
  });

  it('end after five tries', async () => {
    server.answer(() => ({ status: 500 }));
    await expect(caller({ retry }).call({})).rejects.toMatchObject({ status: 500 });
    expect(server.calls).toHaveLength(5);
  });

  it.each([
    ['400 is not', { status: 400 }, 1],
    ['503 is not', { status: 503 }, 1],
    ['503 with Retry-After is', { status: 503, headers: { 'retry-after': '1' } }, 5],
    ['no JSON is not', { body: '{' }, 1],
  ])('%s tried again', async (_, answer, tries) => {
    server.answer(() => answer);
    await expect(caller({ retry }).call({})).rejects.toBeInstanceOf(CallError);
    expect(server.calls).toHaveLength(tries);
  });

  it('nobody there is not tried again, unless the caller says so', async () => {
    const url = 'https://127.0.0.1:1';
    await expect(caller({ url, retry }).call({})).rejects.toMatchObject({ code: 'unreachable' });
    expect(pauses).toHaveLength(0);
    const always = { ...retry, isPassing: () => true };
    await expect(caller({ url, retry: always }).call({})).rejects.toMatchObject({ code: 'unreachable' });
    expect(pauses).toHaveLength(4);
  });
});

describe('a review', () => {
  const ask = () => callReview(caller(), review, 'status', (status) => status.boolean('ok'));

  it('is the part that was asked for', async () => {
    for (const type of [review, { apiVersion: '' }, {}]) {
      server.answer(() => ({ body: { ...type, status: { ok: true } } }));
      expect(await ask()).toBe(true);
    }
  });

  it.each([
    [
      { ...review, apiVersion: 'a.example/v2', status: {} },
      'no kind "Review" is registered for version "a.example/v2" in scheme "',
    ],
    [
      { ...review, kind: 'Other', status: {} },
      'no kind "Other" is registered for version "a.example/v1" in scheme "',
    ],
    [{ kind: 'Other' }, 'no kind "Other" is registered for version "a.example/v1" in scheme "'],
    [review, 'status: must be given'],
    [{ ...review, status: [] }, 'status: must be an object'],
    [{ ...review, status: { ok: 'yes' } }, 'status.ok: must be true or false'],
    [[], 'must be an object'],
    ['1', 'must be an object'],
  ])('%j is no answer', async (body, problem) => {
    server.answer(() => ({ body }));
    await expect(ask()).rejects.toMatchObject({
      code: 'malformed',
      message: expect.stringContaining(problem),
    });
  });
});
