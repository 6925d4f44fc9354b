import { expect, it } from 'vitest';
import type { ApiObject } from '../../api/meta/metadata.ts';
import { scaleTable } from './scale-table.ts';

const made = '2021-03-04T05:06:07Z';
const now = Date.parse('2021-03-04T05:11:17Z');
const scale = (fields: object = {}): ApiObject =>
  ({
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name: 's', creationTimestamp: made },
    spec: { replicas: 4 },
    status: { replicas: 1 },
    ...fields,
  }) as ApiObject;

it.each<[string, ApiObject, unknown[]]>([
  ['what is wanted and what there is', scale(), ['s', 4, 1, '5m10s']],
  ['none as zero', scale({ spec: {}, status: {} }), ['s', 0, 0, '5m10s']],
  ['an age that is not known', scale({ metadata: { name: 's' } }), ['s', 4, 1, '<unknown>']],
])('the row of a Scale shows %s', (_, object, cells) => {
  expect(scaleTable(false).cells(object, now)).toEqual(cells);
});

it.each([
  [true, 'date'],
  [false, 'string'],
])('the age of a custom resource (%s) is a %s', (isCustom, type) => {
  const { columns } = scaleTable(isCustom);
  expect(columns.map((column) => `${column.name} ${column.type}`)).toEqual([
    'Name string',
    'Desired integer',
    'Available integer',
    `Age ${type}`,
  ]);
});
