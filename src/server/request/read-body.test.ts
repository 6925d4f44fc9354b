import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { maxBodyBytes } from '../../api/codec/object-size.ts';
import { readBytes } from './read-body.ts';

type Given = Parameters<typeof readBytes>[0];

function requestOf(headers: Record<string, string> = {}): PassThrough & Given['request'] {
  return Object.assign(new PassThrough({ highWaterMark: maxBodyBytes }), { headers }) as never;
}

afterEach(() => vi.useRealTimers());

const part = Buffer.alloc(1024 * 1024, 'x');

describe('a body', () => {
  test('is what came in all its parts', async () => {
    const request = requestOf();
    const bytes = readBytes({ request });
    request.write('{"a":');
    request.end('1}');
    expect((await bytes).toString()).toBe('{"a":1}');
  });

  test('a body may be empty', async () => {
    const request = requestOf();
    request.end();
    expect(await readBytes({ request })).toHaveLength(0);
  });

  test('that is declared too large is refused unread', async () => {
    const request = requestOf({ 'content-length': String(maxBodyBytes + 1) });
    await expect(readBytes({ request })).rejects.toMatchObject({ code: 413 });
    expect(request.readableFlowing).toBeNull();
  });

  test('that turns out too large is refused before it ends, and the connection stays', async () => {
    const request = requestOf();
    const bytes = readBytes({ request });
    for (let sent = 0; sent <= maxBodyBytes; sent += part.length) request.write(part);
    await expect(bytes).rejects.toMatchObject({ code: 413 });
    expect(request.destroyed).toBe(false);
  });

  test('that does not end after its refusal is broken off', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const request = requestOf();
    const bytes = readBytes({ request });
    for (let sent = 0; sent <= 2 * maxBodyBytes; sent += part.length) request.write(part);
    await expect(bytes).rejects.toMatchObject({ code: 413 });
    vi.advanceTimersByTime(4_000);
    expect(request.destroyed).toBe(false);
    vi.advanceTimersByTime(2_000);
    expect(request.destroyed).toBe(true);
  });

  test('of a stream that was aborted is none, although the stream ends', async () => {
    const request = requestOf();
    const bytes = readBytes({ request });
    Object.assign(request, { aborted: true }).end('{"dryRun":');
    await expect(bytes).rejects.toMatchObject({ code: 400 });
  });

  test('that has been read is not there any more', async () => {
    const request = requestOf();
    request.end('{}');
    await readBytes({ request });
    await expect(readBytes({ request })).rejects.toMatchObject({ code: 400 });
  });

  test('of as many bytes as may be is read', async () => {
    const request = requestOf();
    const bytes = readBytes({ request });
    for (let sent = 0; sent < maxBodyBytes; sent += part.length) request.write(part);
    request.end();
    expect(await bytes).toHaveLength(maxBodyBytes);
  });

  test.each([
    ['before it is read', (request: PassThrough) => request.destroy(), () => {}],
    ['in its middle', () => {}, (request: PassThrough) => request.destroy()],
    ['in its middle, with an error', () => {}, (request: PassThrough) => request.destroy(new Error('reset'))],
  ])('whose client goes %s is none', async (_, before, meanwhile) => {
    const request = requestOf();
    before(request);
    await new Promise(setImmediate);
    const bytes = readBytes({ request });
    if (!request.destroyed) request.write('{');
    meanwhile(request);
    await expect(bytes).rejects.toMatchObject({ code: 400 });
  });
});
