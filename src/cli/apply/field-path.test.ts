import { expect, it } from 'vitest';
import { StatusError } from '../../api/meta/status.ts';
import { conflictLines } from './conflict-lines.ts';
import { valueAt } from './field-path.ts';

const object = {
  spec: {
    replicas: 3,
    containers: [
      { name: 'a', image: 'x' },
      { name: 'b', image: 'y', ports: [{ containerPort: 80, protocol: 'TCP' }] },
    ],
  },
  metadata: { finalizers: ['one', 'two'], labels: { 'a.b/c': 'd' } },
};

it.each([
  ['.spec.replicas', 3],
  ['.spec.containers[name="b"].image', 'y'],
  ['.spec.containers[name="b"].ports[containerPort=80,protocol="TCP"].protocol', 'TCP'],
  ['.metadata.finalizers["two"]', 'two'],
  ['.spec.containers[1].name', 'b'],
  ['.spec.nothing.below', undefined],
])('finds the value at %s', (path, value) => {
  expect(valueAt(object, path)).toEqual(value);
});

it('shows a conflict with managers, values and ways on', () => {
  const causes = [
    { reason: 'FieldManagerConflict', message: 'conflict with "other" using v1', field: '.spec.replicas' },
  ];
  const error = new StatusError(409, 'Conflict', 'Apply failed with 1 conflict', { causes });
  const managedFields = [{ manager: 'other', time: '2021-01-01T00:00:00Z' }];
  const live = { apiVersion: 'v1', kind: 'X', metadata: { managedFields }, spec: { replicas: 5 } };
  const target = { source: 'web.yaml', object: { apiVersion: 'v1', kind: 'X', ...object } as any };
  const lines = conflictLines(error, { target, live, now: Date.parse('2021-01-01T00:05:00Z') });
  expect(lines.slice(0, 4)).toEqual([
    'Apply failed with 1 conflict',
    '',
    '  FIELD            MANAGER   WRITTEN   ON THE SERVER   IN web.yaml',
    '  .spec.replicas   other     5m ago    5               3',
  ]);
  expect(lines.join('\n')).toContain('--force-conflicts');
});
