import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { QueryParameters } from '../../api/request/query-parameters.ts';
import type { Exchange } from '../exchange.ts';
import { patchMethods, readPatch } from './patch.ts';

/** A patch as it comes in. */
function exchangeOf(type: string, text: string): Exchange {
  const request = Object.assign(Readable.from([Buffer.from(text)]), { headers: { 'content-type': type } });
  const state = { audit: { patched: () => expect.fail('it was read') }, warnings: [] };
  return { request, state, info: { query: new QueryParameters('') } } as unknown as Exchange;
}

test.each(patchMethods)('a $mediaType of too many values is not even read', async ({ mediaType }) => {
  const text = JSON.stringify({ data: Array(180_000).fill('') });
  await expect(readPatch(exchangeOf(mediaType, text), 'meta')).rejects.toMatchObject({
    code: 413,
    message: 'Request entity too large: limit is 45000 values',
  });
});
