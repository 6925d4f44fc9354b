import { describe, expect, it } from 'vitest';
import { parseLabelSelector } from '../../api/selectors/label-selector.ts';
import type { CacheEntry } from './entry.ts';
import { CacheEvent, type EventEncoder, type EventType } from './event.ts';
import { Selection } from './selection.ts';

const entry = (revision: number, app: string): CacheEntry => {
  const json = Buffer.from(
    `{"kind":"Pod","apiVersion":"v1","metadata":{"name":"x","uid":"u","resourceVersion":"${revision}"}}`,
  );
  return { key: 'a/x', namespace: 'a', name: 'x', revision, json, itemStart: 0, labels: { app }, fields: {} };
};
const web = new Selection('a', parseLabelSelector('app=web'));

describe('an event for a watcher of app=web', () => {
  it.each<[string, string | undefined, string | undefined, EventType | undefined]>([
    ['of a creation', undefined, 'web', 'ADDED'],
    ['of the creation of another', undefined, 'db', undefined],
    ['of a change', 'web', 'web', 'MODIFIED'],
    ['of a change of another', 'db', 'db', undefined],
    ['of one that becomes it', 'db', 'web', 'ADDED'],
    ['of one that is it no longer', 'web', 'db', 'DELETED'],
    ['of a deletion', 'web', undefined, 'DELETED'],
    ['of the deletion of another', 'db', undefined, undefined],
  ])('%s', (_, before, after, type) => {
    const event = new CacheEvent(
      9,
      (after && entry(9, after)) || undefined,
      (before && entry(4, before)) || undefined,
      0,
    );
    expect(event.typeFor(web)).toBe(type);
    expect(event.key).toBe('a/x');
    if (type === undefined) return;
    // What is gone is shown as it was last, at the revision at which it went.
    const state = event.stateFor(type);
    expect([state.revision, state.labels]).toEqual([9, { app: type === 'DELETED' ? before : after }]);
    expect(JSON.parse(state.json.toString()).metadata.resourceVersion).toBe('9');
  });
});

it('an event keeps the bytes of the state before, and says how many the one after has', () => {
  const [before, after] = [entry(4, 'web'), entry(1000, 'web')];
  const size = (one: CacheEntry | undefined, two: CacheEntry | undefined) => {
    const event = new CacheEvent(9, two, one, 0);
    return [event.size, event.stateBytes];
  };
  expect(size(undefined, after)).toEqual([300, after.json.length]);
  expect(size(before, after)).toEqual([300 + before.json.length, after.json.length]);
  expect(size(before, undefined)).toEqual([300 + before.json.length, before.json.length]);
});

it('frames are made once an encoding, until they are let go', () => {
  let made = 0;
  const encoder = (id: string): EventEncoder => ({
    id,
    frame: () => Buffer.from(`${++made}`),
    bookmark: () => Buffer.alloc(0),
  });
  const event = new CacheEvent(9, entry(9, 'web'), undefined, 0);
  const [json, table] = [encoder('json'), encoder('table')];
  expect(event.frame('ADDED', json)).toBe(event.frame('ADDED', encoder('json')));
  expect(event.frame('ADDED', table)).not.toBe(event.frame('ADDED', json));
  expect(event.frame('MODIFIED', json)).not.toBe(event.frame('ADDED', json));
  expect(made).toBe(3);
  event.forgetFrames();
  event.frame('ADDED', json);
  expect(made).toBe(4);
});

it('an encoder gets the object that a writer has made, for the state after the change, until frames are let go', () => {
  const given: unknown[] = [];
  const encoder: EventEncoder = {
    id: 'protobuf',
    frame: (_type, _entry, object) => Buffer.from(`${given.push(object)}`),
    bookmark: () => Buffer.alloc(0),
  };
  const object = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'x' } } as never;
  const event = new CacheEvent(9, entry(9, 'web'), entry(4, 'db'), 0, object);
  event.frame('MODIFIED', encoder);
  event.frame('DELETED', encoder);
  event.forgetFrames();
  event.frame('MODIFIED', encoder);
  expect(given).toEqual([object, undefined, undefined]);
});
