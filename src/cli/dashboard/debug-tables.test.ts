import { expect, it } from 'vitest';
import { StatusError } from '../../api/meta/status.ts';
import type { ApiCaller } from '../../client/api/api-call.ts';
import { debugTable } from './debug-tables.ts';

const answering = (answer: () => unknown): ApiCaller => ({
  json: async <T>() => answer() as T,
  open: () => Promise.reject(new Error('not asked')),
});
const refusing = (code: number): ApiCaller =>
  answering(() => {
    throw new StatusError(code, undefined, 'refused');
  });

it('is the table of the server', async () => {
  expect(
    await debugTable(
      answering(() => ({ rows: [] })),
      'watch-cache',
    ),
  ).toEqual({ rows: [] });
});

it.each([403, 404])('is null where the server answers %d: the page shows nothing of it', async (code) => {
  expect(await debugTable(refusing(code), 'slow-requests')).toBeNull();
});

it('is a problem where the server is away: it may be asked again', async () => {
  await expect(debugTable(refusing(503), 'slow-requests')).rejects.toThrow('refused');
});

it('is no other page of the server', async () => {
  await expect(
    debugTable(
      answering(() => ({})),
      'heap-snapshot',
    ),
  ).rejects.toThrow('no such table');
});
