import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { refusalOf } from './agent-refusal.ts';

const saying = (...chunks: string[]): IncomingMessage =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk))) as unknown as IncomingMessage;

it('a refusal of an agent that is a Status is passed on as it is', async () => {
  const status = '{"kind":"Status",\n"code":403}';
  expect(await refusalOf(saying(' ', status.slice(0, 9), status.slice(9), '\n'))).toBe(status);
});

it.each([
  ['no such container', 'unable to upgrade connection: no such container'],
  ['{"kind":"Pod"}', 'unable to upgrade connection: {"kind":"Pod"}'],
  ['', 'unable to upgrade connection: '],
])('another one is an error of ours: %j', async (text, message) => {
  expect(await refusalOf(saying(text))).toMatchObject({
    code: 500,
    message: expect.stringContaining(message),
  });
});

it('of a long one the beginning is told', async () => {
  let given = 0;
  const endless = (function* () {
    for (;;) yield Buffer.alloc(65_536, `${given++}`);
  })();
  const refusal = await refusalOf(Readable.from(endless) as unknown as IncomingMessage);
  expect((refusal as Error).message.length).toBeLessThan(65_536 * 2 + 100);
  expect(given).toBeLessThan(30);
});
