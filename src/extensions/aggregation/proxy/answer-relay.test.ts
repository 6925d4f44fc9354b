import { Writable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Response } from 'express';
import type { Dispatcher } from 'undici';
import { beforeEach, describe, expect, it } from 'vitest';
import { AnswerRelay } from './answer-relay.ts';

/** A response to a client that takes what it is given when the test lets it. */
class FakeResponse extends Writable {
  statusCode = 0;
  readonly headers: [string, string][] = [];
  trailers: object | undefined;
  flushes = 0;
  readonly #pieces: Buffer[] = [];
  isHeld = false;
  #taken: (() => void) | undefined;

  constructor() {
    super({ highWaterMark: 10 });
  }

  appendHeader = (name: string, value: string) => void this.headers.push([name, value]);
  setHeader = (name: string, value: string) => void this.headers.push([name, value]);
  addTrailers = (trailers: object) => void (this.trailers = trailers);
  flushHeaders = () => void this.flushes++;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#pieces.push(chunk);
    if (this.isHeld) this.#taken = done;
    else done();
  }

  take(): void {
    this.isHeld = false;
    this.#taken?.();
  }

  get body(): Buffer {
    return Buffer.concat(this.#pieces);
  }
}

/** The request to the extension server, and what was done with it. */
class FakeController {
  readonly calls: string[] = [];
  rawHeaders: (Buffer | string)[] = [];
  abort = ({ message }: Error) => void this.calls.push(`abort: ${message}`);
  pause = () => void this.calls.push('pause');
  resume = () => void this.calls.push('resume');
}

let response: FakeResponse;
let controller: FakeController;
let outcomes: (string | undefined)[];
let relay: AnswerRelay;

function begin(refusesRedirects = false): void {
  response = new FakeResponse();
  controller = new FakeController();
  outcomes = [];
  relay = new AnswerRelay({
    response: response as unknown as Response,
    rewrite: (location) => `/proxy${location}`,
    refusesRedirects,
    done: (failure) => void outcomes.push(failure?.message),
  });
}
beforeEach(() => begin());

const turn = () => new Promise((resolve) => setImmediate(resolve));
const handle = () => controller as unknown as Dispatcher.DispatchController;
const start = () => relay.onRequestStart(handle());
function answer(code: number, headers: Record<string, string> = {}): void {
  controller.rawHeaders = Object.entries(headers).flat();
  relay.onResponseStart(handle(), code, headers);
}
const say = (text: string | Buffer) => relay.onResponseData(handle(), Buffer.from(text));
const end = (trailers: Record<string, string> = {}) => relay.onResponseEnd(handle(), trailers);

describe('an answer', () => {
  it('goes to the client with its head, and what is behind it', async () => {
    start();
    answer(201, { 'X-Own': 'a', location: '/there', connection: 'close' });
    say('one');
    say('two');
    end();
    await turn();
    expect([response.statusCode, response.body.toString()]).toEqual([201, 'onetwo']);
    expect(response.headers).toEqual([
      ['X-Own', 'a'],
      ['location', '/proxy/there'],
    ]);
    expect([response.writableEnded, response.trailers, outcomes]).toEqual([true, undefined, [undefined]]);
    // It leaves in one piece.
    expect(response.flushes).toBe(0);
  });

  it('that takes its time has a head that does not wait', async () => {
    start();
    answer(200);
    await turn();
    expect(response.flushes).toBe(1);
  });

  it('may be preceded by hints, which are not for the client', () => {
    start();
    answer(103, { 'X-Own': 'a' });
    expect(response.headers).toEqual([]);
    answer(200);
    expect(response.statusCode).toBe(200);
  });

  it('may have trailers', () => {
    start();
    answer(200);
    end({ 'X-Sum': '5', 'X-None': '' });
    expect(response.trailers).toEqual({ 'X-Sum': '5' });
  });

  it('has its head as it was sent, in bytes', () => {
    start();
    controller.rawHeaders = [Buffer.from('X-Own'), Buffer.from([0xe4])];
    relay.onResponseStart(handle(), 200, {});
    expect(response.headers).toEqual([['X-Own', 'ä']]);
  });

  it('waits for a client that does not read', async () => {
    start();
    response.isHeld = true;
    answer(200);
    say('more than ten bytes');
    expect(controller.calls).toEqual(['pause']);
    response.take();
    await turn();
    expect(controller.calls).toEqual(['pause', 'resume']);
  });

  it('is a page whose links are rewritten', async () => {
    const headers = { 'content-type': 'text/html', 'content-encoding': 'gzip', 'content-length': '5' };
    start();
    answer(200, headers);
    say(gzipSync('<a href="/x">x</a>'));
    end();
    await expect.poll(() => response.writableFinished).toBe(true);
    expect(gunzipSync(response.body).toString()).toContain('href="/proxy/x"');
    expect(response.headers.map(([name]) => name)).toEqual(['content-type', 'content-encoding']);
    expect(outcomes).toEqual([undefined]);
  });
});

describe('a redirect', () => {
  it('goes to the client, where that is allowed', () => {
    start();
    answer(302, { location: '/there' });
    expect([response.statusCode, controller.calls]).toEqual([302, []]);
  });

  it.each([300, 302, 399])('with code %i is refused, where it is not', async (code) => {
    begin(true);
    start();
    answer(code, { location: '/there' });
    relay.onResponseError(handle(), new Error('aborted'));
    await turn();
    const text = 'the backend attempted to redirect this request, which is not permitted';
    expect([response.statusCode, response.body.toString()]).toEqual([502, text]);
    expect([controller.calls, outcomes, response.destroyed]).toEqual([[`abort: ${text}`], [undefined], true]);
    expect(response.headers).toEqual([['Content-Type', 'text/plain; charset=utf-8']]);
  });

  it.each<[string, number, Record<string, string>]>([
    ['says not where to', 304, {}],
    ['says where something was made', 201, { location: '/there' }],
    ['is none any more', 400, { location: '/there' }],
  ])('that %s is no redirect', (_, code, headers) => {
    begin(true);
    start();
    answer(code, headers);
    expect([response.statusCode, controller.calls]).toEqual([code, []]);
  });
});

describe('what goes wrong', () => {
  it('before there is an answer is told, and the client has had none', () => {
    start();
    relay.onResponseError(handle(), new Error('refused'));
    relay.onResponseError(handle(), new Error('again'));
    expect([outcomes, response.destroyed, response.headers]).toEqual([['refused'], false, []]);
    expect([response.listenerCount('drain'), response.listenerCount('close')]).toEqual([0, 0]);
  });

  it('in the middle of an answer breaks it off, that nobody takes it for the whole', () => {
    start();
    answer(200);
    say('one');
    relay.onResponseError(handle(), new Error('gone'));
    expect([response.destroyed, outcomes]).toEqual([true, [undefined]]);
  });

  it('in the middle of a page breaks that off', async () => {
    start();
    answer(200, { 'content-type': 'text/html' });
    say('<a href="/x">');
    relay.onResponseError(handle(), new Error('gone'));
    await expect.poll(() => response.destroyed).toBe(true);
    expect(response.writableFinished).toBe(false);
  });

  it('behind an answer that the client has had changes nothing', () => {
    start();
    answer(200);
    response.end();
    relay.onResponseError(handle(), new Error('gone'));
    expect([response.destroyed, outcomes]).toEqual([false, [undefined]]);
  });
});

describe('a client that leaves', () => {
  it('has its request given up', async () => {
    start();
    response.destroy();
    await turn();
    expect(controller.calls).toEqual(['abort: the client is gone']);
  });

  it('while there is no connection yet has it given up at once, and later', async () => {
    response.destroy();
    await turn();
    expect(outcomes).toEqual(['the client is gone']);
    start();
    expect([controller.calls, outcomes]).toEqual([['abort: given up'], ['the client is gone']]);
  });

  it('is given nothing more', async () => {
    start();
    answer(200);
    response.destroy();
    say('one');
    expect(response.body.length).toBe(0);
    await turn();
    expect(response.flushes).toBe(0);
  });

  it('and has had an answer of this server gets no other', () => {
    start();
    response.end('late');
    answer(200);
    expect(controller.calls).toEqual(['abort: answered already']);
    expect(response.statusCode).toBe(0);
  });
});
