import { expect, it } from 'vitest';
import type { ManagedFieldsEntry } from '../../../api/meta/metadata.ts';
import { authorOf } from './author.ts';
import type { Change } from './change.ts';

const entry = (manager: string, time: string, fieldsV1: object): ManagedFieldsEntry => ({
  manager,
  operation: 'Update',
  apiVersion: 'v1',
  time,
  fieldsType: 'FieldsV1',
  fieldsV1: fieldsV1 as Record<string, unknown>,
});
const change = (before: ManagedFieldsEntry[], after: ManagedFieldsEntry[]): Change => ({
  kind: 'changed',
  revision: '2',
  before: { metadata: { managedFields: before } } as never,
  after: { metadata: { managedFields: after } } as never,
});
const data = (...keys: string[]) => ({ 'f:data': Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) });
const nameOf = (one: Change, path?: string) => authorOf(one, path)?.manager;

it('is the manager whose entry is new', () => {
  const maker = entry('maker', '1', data('a'));
  expect(nameOf(change([maker], [maker, entry('editor', '0', data('b'))]))).toBe('editor');
});

it('is the manager whose entry has a new time, and not the one who lost a field', () => {
  const before = [entry('maker', '1', data('a', 'b')), entry('editor', '1', data('c'))];
  const after = [entry('maker', '1', data('a')), entry('editor', '2', data('c', 'b'))];
  expect(nameOf(change(before, after))).toBe('editor');
});

it('is the manager whose fields became more, where all times are the same', () => {
  const before = [entry('maker', '1', data('a', 'b')), entry('editor', '1', data('c'))];
  const after = [entry('maker', '1', data('a')), entry('editor', '1', data('c', 'b'))];
  expect(nameOf(change(before, after))).toBe('editor');
});

it('is the only owner of the changed field, where no entry is different', () => {
  const items = { 'f:spec': { 'f:containers': { 'k:{"name":"a"}': { 'f:image': {} } } } };
  const same = [entry('maker', '1', items), entry('labeler', '1', { 'f:metadata': { 'f:labels': {} } })];
  expect(nameOf(change(same, same), '/spec/containers/0/image')).toBe('maker');
  expect(nameOf(change(same, same), '/metadata/labels/a~1b')).toBe('labeler');
  expect(nameOf(change(same, same), '/spec/replicas')).toBeUndefined();
});
