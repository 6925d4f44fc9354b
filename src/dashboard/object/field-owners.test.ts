import { expect, it } from 'vitest';
import type { ManagedFields } from './api-object.ts';
import { FieldOwners, listKeys } from './field-owners.ts';

const object = {
  metadata: { labels: { app: 'web' }, finalizers: ['b', 'a'] },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    containers: [
      { name: 'x', image: 'x:1' },
      { name: 'web', image: 'web:1' },
    ],
  },
};
const managers: ManagedFields[] = [
  {
    manager: 'kubectl',
    fieldsV1: {
      'f:metadata': { 'f:labels': { '.': {}, 'f:app': {}, 'f:gone': {} }, 'f:finalizers': { 'v:"a"': {} } },
      'f:spec': {
        'f:selector': {},
        'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:name': {}, 'f:image': {} } },
      },
    },
  },
  { manager: 'scaler', fieldsV1: { 'f:spec': { 'f:replicas': {} } } },
  { manager: 'other', fieldsV1: { 'f:spec': { 'f:replicas': {} } } },
];
const owners = new FieldOwners(managers, object);

it.each([
  ['a field', ['metadata', 'labels', 'app'], [0]],
  ['an item by its key', ['spec', 'containers', 1, 'image'], [0]],
  ['another item', ['spec', 'containers', 0, 'image'], []],
  ['an item by its value', ['metadata', 'finalizers', 1], [0]],
  ['a value within one that is owned as a whole', ['spec', 'selector', 'matchLabels', 'app'], [0]],
  ['a field of several', ['spec', 'replicas'], [1, 2]],
  ['a field that only leads to others', ['spec'], []],
])('%s has its owners', (_, path, expected) => {
  expect(owners.of(path)).toEqual(expected);
});

it('the keys of lists are known from their owners', () => {
  expect([...listKeys(managers, object)]).toEqual([['["spec","containers"]', ['name']]]);
});
