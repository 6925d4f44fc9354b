import { expect, it } from 'vitest';
import { clientOf, FakeWatch } from '../../../test/support/unit/fake-wire.ts';
import { CallError } from '../call-error.ts';
import { StreamedLists } from './streamed-lists.ts';

const things = { group: 'things.example.com', version: 'v1', resource: 'things', namespaced: true };
const thing = {
  apiVersion: 'things.example.com/v1',
  kind: 'Thing',
  metadata: { name: 'a', resourceVersion: '3' },
};

it('a server that sends what changes, and never that all is there, is asked once', async () => {
  const { client, wire } = clientOf(async () => new FakeWatch().send('ADDED', thing));
  const lists = new StreamedLists({
    client,
    isPartial: false,
    known: (object) => object,
    longestSilence: 20,
  });
  const { signal } = new AbortController();
  expect(await lists.all(things, '', signal)).toBeUndefined();
  expect(await lists.all(things, '', signal)).toBeUndefined();
  expect(wire.calls.length).toBe(1);
});

it('a server that goes on for longer than it was asked to is asked once', async () => {
  const { client, wire } = clientOf(async () => {
    throw new CallError('timeout', 'too late');
  });
  const lists = new StreamedLists({ client, isPartial: false, known: (object) => object });
  const { signal } = new AbortController();
  for (let count = 0; count < 2; count++) expect(await lists.all(things, '', signal)).toBeUndefined();
  expect(wire.calls.length).toBe(1);
});

it('a caller that gives up while the server is silent hears its own reason', async () => {
  const { client } = clientOf(async () => new FakeWatch());
  const lists = new StreamedLists({ client, isPartial: false, known: (object) => object });
  const caller = new AbortController();
  const list = lists.all(things, '', caller.signal);
  setTimeout(() => caller.abort(new Error('given up')), 10);
  await expect(list).rejects.toThrow('given up');
});
