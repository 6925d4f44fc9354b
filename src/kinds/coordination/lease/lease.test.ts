import { describe, expect, test } from 'vitest';
import {
  createErrors,
  dependencies,
  later,
  objectMeta,
  updateErrors,
} from '../../../../test/support/unit/workloads.ts';
import { dialects } from '../../../api/meta/dialect.ts';
import type { CoordinationV1Lease } from '../../../api/schema/types.gen.ts';
import { coordinationKinds } from '../index.ts';
import { lease } from './index.ts';

const rules = lease(dependencies);
const make = (spec: CoordinationV1Lease['spec']): CoordinationV1Lease => ({
  apiVersion: 'coordination/v1',
  kind: 'Lease',
  metadata: objectMeta('leader'),
  spec,
});

describe('a Lease', () => {
  test.each<[string, CoordinationV1Lease['spec'], string[]]>([
    ['empty', {}, []],
    ['held', { holderIdentity: 'a', leaseDurationSeconds: 1, leaseTransitions: 0 }, []],
    [
      'a duration of 0',
      { leaseDurationSeconds: 0 },
      ['spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0'],
    ],
    [
      'negative transitions',
      { leaseDurationSeconds: -1, leaseTransitions: -1 },
      [
        'spec.leaseDurationSeconds: Invalid value: -1: must be greater than 0',
        'spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0',
      ],
    ],
  ])('is validated on create and update: %s', (_, spec, errors) => {
    expect(createErrors(rules, make(spec))).toEqual(errors);
    expect(updateErrors(rules, make(spec), make({}))).toEqual(errors);
  });

  test('requires a resourceVersion in updates and may be created by PUT', () => {
    expect(rules).toMatchObject({ requiresResourceVersion: true, allowsCreateOnUpdate: true });
  });

  test('belongs to the group of the dialect', () => {
    const groups = dialects.map((dialect) =>
      coordinationKinds({ ...dependencies, dialect }).map(({ group }) => group),
    );
    expect(groups.map((all) => [...new Set(all)])).toEqual(
      dialects.map(({ api }) => [`coordination.${api}`]),
    );
  });

  test('shows its holder in the table', () => {
    expect(rules.table?.columns.map(({ name }) => name)).toEqual(['Name', 'Holder', 'Age']);
    expect(rules.table?.cells(make({ holderIdentity: 'a' }), later)).toEqual(['leader', 'a', '5m10s']);
    expect(rules.table?.cells(make({}), later)).toEqual(['leader', '', '5m10s']);
  });
});
