import { describe, expect, test } from 'vitest';
import {
  createErrors,
  dependencies,
  later,
  objectMeta,
  updateErrors,
} from '../../../../test/support/unit/workloads.ts';
import { FeatureGates } from '../../../api/gates/feature-gates.ts';
import type { AppsV1ControllerRevision } from '../../../api/schema/types.gen.ts';
import { controllerRevision } from './index.ts';

const rules = controllerRevision(dependencies);
const make = (change: Partial<AppsV1ControllerRevision> = {}): AppsV1ControllerRevision => ({
  apiVersion: 'apps/v1',
  kind: 'ControllerRevision',
  metadata: objectMeta('web-1'),
  data: { spec: { a: 1, b: 2 } },
  revision: 1,
  ...change,
});

describe('a controller revision', () => {
  test.each<[string, Partial<AppsV1ControllerRevision>, string[]]>([
    ['may be the first', { revision: 0 }, []],
    ['has data', { data: undefined }, ['data: Required value: data is mandatory']],
    ['has a number', { revision: -1 }, ['revision: Invalid value: -1: must be greater than or equal to 0']],
  ])('%s', (_, change, errors) => {
    expect(createErrors(rules, make(change))).toEqual(errors);
  });

  test.each<[string, Partial<AppsV1ControllerRevision>, string[]]>([
    ['may get another number', { revision: 7 }, []],
    ['may name its data in another order', { data: { spec: { b: 2, a: 1 } } }, []],
    [
      'keeps its data',
      { data: { spec: { a: 2 } } },
      ['data: Invalid value: {"spec":{"a":2}}: field is immutable'],
    ],
    [
      'cannot lose its data',
      { data: undefined },
      ['data: Required value: data is mandatory', 'data: Invalid value: "null": field is immutable'],
    ],
  ])('once made, %s', (_, change, errors) => {
    expect(updateErrors(rules, make(change), make())).toEqual(errors);
  });

  test('keeps the order of its data from 1.24 on', () => {
    const reordered = make({ data: { spec: { b: 2, a: 1 } } });
    const errorsIn = (release: string) =>
      updateErrors(
        controllerRevision({ ...dependencies, gates: new FeatureGates(release) }),
        reordered,
        make(),
      );
    expect(errorsIn('1.23')).toEqual([]);
    expect(errorsIn('1.24')).toEqual(['data: Invalid value: {"spec":{"b":2,"a":1}}: field is immutable']);
  });

  test.each([
    ['apps/v1', 'statefulset.apps/web'],
    ['v1', 'statefulset/web'],
  ])('shows its controller of %s', (apiVersion, text) => {
    const owner = { apiVersion, kind: 'StatefulSet', name: 'web', uid: 'u' };
    const metadata = {
      ...objectMeta('web-1'),
      ownerReferences: [
        { ...owner, name: 'x' },
        { ...owner, controller: true },
      ],
    };
    expect(rules.table?.cells(make({ metadata }), later)).toEqual(['web-1', text, 1, '5m10s']);
  });

  test('shows that it has no controller', () => {
    expect(rules.table?.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'Name string',
      'Controller string',
      'Revision string',
      'Age string',
    ]);
    expect(rules.table?.cells(make(), later)).toEqual(['web-1', '<none>', 1, '5m10s']);
    const big = 9007199254740993n as unknown as number;
    expect(rules.table?.cells(make({ revision: big }), later)[2]).toBe(big);
  });
});
