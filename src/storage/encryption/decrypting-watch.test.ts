import { expect, test } from 'vitest';
import { KvError, type KvErrorCode, type KvEvent, type WatchHandler } from '../kv.ts';
import { DecryptingWatch } from './decrypting-watch.ts';

const event: KvEvent = { type: 'delete', key: '/a', revision: 5, previous: undefined };

test.each<[KvErrorCode, string[], string[]]>([
  ['Expired', [], ['5', 'Expired']],
  // What is on its way is of a history that holds no longer.
  ['Replaced', ['Replaced'], ['Replaced']],
])('an end for %s, while an event is being decrypted', async (code, atOnce, atLast) => {
  const told: string[] = [];
  const decrypted = Promise.withResolvers<KvEvent>();
  let below!: WatchHandler;
  const handler: WatchHandler = {
    onEvents: (_, revision) => void told.push(String(revision)),
    onEnd: (error) => void told.push(error.code),
  };
  new DecryptingWatch(handler, () => decrypted.promise).over((own) => {
    below = own;
    return { [Symbol.dispose]: () => {}, pause: () => {}, resume: () => {} };
  });
  below.onEvents([event], 5);
  below.onEnd(new KvError(code, 'over'));
  expect(told).toEqual(atOnce);
  decrypted.resolve(event);
  await new Promise(setImmediate);
  expect(told).toEqual(atLast);
});
