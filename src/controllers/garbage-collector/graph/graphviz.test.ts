import { expect, it } from 'vitest';
import { GarbageScenario } from '../../../../test/support/unit/garbage-scenario.ts';
import { graphText } from './graphviz.ts';

const { graph } = new GarbageScenario()
  .show({ name: 'alone' }, { type: 'apps/v1 Deployment', name: 'a', isDeleted: true })
  .show({ name: 'b', owners: [{ type: 'apps/v1 Deployment', name: 'a' }] })
  .show({ type: 'v1 Node', namespace: '', name: 'c', owners: [{ name: 'd' }] });

/** The lines of each label, and the edges. */
const shape = (text: string): string[] =>
  [...text.matchAll(/label="([^"]*)"|(\d+ -> \d+);/g)].map(
    ([, label, edge]) => edge ?? label!.trim().replaceAll('\n', ' '),
  );

it('shows what belongs together, edges from dependents to owners', () => {
  expect(shape(graphText(graph)).sort()).toEqual(
    [
      'uid=a-uid namespace=ns Deployment.v1.apps/a beingDeleted',
      'uid=b-uid namespace=ns Pod.v1/b',
      'uid=c-uid namespace= Node.v1/c',
      'uid=d-uid namespace= Pod.v1/d virtual',
      '1 -> 0',
      '2 -> 3',
    ].sort(),
  );
});

it('of some uids shows all that is tied to them', () => {
  expect(shape(graphText(graph, ['b-uid', 'none']))).toEqual([
    'uid=b-uid namespace=ns Pod.v1/b',
    'uid=a-uid namespace=ns Deployment.v1.apps/a beingDeleted',
    '0 -> 1',
  ]);
  expect(shape(graphText(graph, ['alone-uid']))).toEqual(['uid=alone-uid namespace=ns Pod.v1/alone']);
});

it('shows an owner that is gone as missing', () => {
  const { graph: other } = new GarbageScenario()
    .show({ name: 'a' }, { name: 'b', owners: [{ name: 'a' }] })
    .hide('a');
  expect(graphText(other)).toBe(`strict digraph full {
  // Node definitions.
  0 [
    label="uid=b-uid
namespace=ns
Pod.v1/b
"
    group=""
    version="v1"
    kind="Pod"
    namespace="ns"
    name="b"
    uid="b-uid"
    missing="false"
    beingDeleted="false"
    deletingDependents="false"
    virtual="false"
  ];
  1 [
    label="uid=a-uid
namespace=ns
Pod.v1/a
missing
"
    group=""
    version="v1"
    kind="Pod"
    namespace="ns"
    name="a"
    uid="a-uid"
    missing="true"
    beingDeleted="false"
    deletingDependents="false"
    virtual="false"
  ];

  // Edge definitions.
  0 -> 1;
}
`);
});

it('quotes what names may have', () => {
  const { graph: other } = new GarbageScenario().show({ name: 'a"b', uid: 'u' });
  expect(graphText(other, ['u'])).toContain('name="a\\"b"');
});
