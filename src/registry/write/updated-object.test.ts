import { expect, it } from 'vitest';
import type { ApiObject, ObjectMeta } from '../../api/meta/metadata.ts';
import type { AnyKindRules } from '../kind-rules.ts';
import type { StoredResource } from '../resource.ts';
import { isReleased, specChanged } from './updated-object.ts';

const resource = (rules: Partial<AnyKindRules> = {}): StoredResource =>
  ({ rules: { group: '', kind: 'K', ...rules } }) as StoredResource;
const object = (metadata: ObjectMeta, more: object = {}): ApiObject => ({
  kind: 'K',
  apiVersion: 'v1',
  metadata,
  ...more,
});

const deletionTimestamp = '2021-03-04T05:06:07Z';
it.each<[string, ObjectMeta, boolean]>([
  ['is not deleted', {}, false],
  ['is not deleted, and has no finalizers', { finalizers: [] }, false],
  ['has no time of deletion', { deletionTimestamp: null }, false],
  ['is deleted', { deletionTimestamp }, true],
  ['is deleted, and has no finalizers left', { deletionTimestamp, finalizers: [] }, true],
  ['has a finalizer', { deletionTimestamp, finalizers: ['a.example/b'] }, false],
  ['has a grace period', { deletionTimestamp, deletionGracePeriodSeconds: 1 }, false],
  ['has no grace period left', { deletionTimestamp, deletionGracePeriodSeconds: 0 }, true],
])('an object that %s may go, or not', (_, metadata, expected) => {
  expect(isReleased(resource(), object(metadata))).toBe(expected);
  expect(isReleased(resource({ deletion: { holds: () => false } }), object(metadata))).toBe(expected);
  expect(isReleased(resource({ deletion: { holds: () => true } }), object(metadata))).toBe(false);
});

it('a generation counts what the kind says is wanted: the spec where it says nothing', () => {
  const one = object({}, { spec: { a: [1] }, data: 1 });
  const same = object({ name: 'x' }, { spec: { a: [1] }, data: 2 });
  const other = object({}, { spec: { a: [2] }, data: 1 });
  expect(specChanged(resource(), same, one)).toBe(false);
  expect(specChanged(resource(), other, one)).toBe(true);
  const ofData = resource({ specOf: ({ data }: ApiObject) => data });
  expect(specChanged(ofData, same, one)).toBe(true);
  expect(specChanged(ofData, other, one)).toBe(false);
});
