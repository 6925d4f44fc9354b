import { expect, test } from 'vitest';
import { dialects } from '../../api/meta/dialect.ts';
import { ownDefinitions } from '../../api/schema/definition-tree.ts';
import { loadDefinitions } from '../../api/schema/load.ts';
import { hiddenFields } from './hidden-fields.ts';

const pod = {
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name: 'a' },
  spec: {
    schedulingGates: [{ name: 'a' }],
    containers: [
      { name: 'a', resizePolicy: [] },
      { name: 'b', resizePolicy: [], lifecycle: { stopSignal: 'SIGTERM' } },
    ],
  },
};

test.each<[string, string[]]>([
  [
    '1.23',
    ['spec.schedulingGates', 'spec.containers[].resizePolicy', 'spec.containers[].lifecycle.stopSignal'],
  ],
  ['1.26', ['spec.containers[].resizePolicy', 'spec.containers[].lifecycle.stopSignal']],
  ['1.32', ['spec.containers[].lifecycle.stopSignal']],
  ['1.36', []],
])('release %s does not show %j', (release, expected) => {
  const { kinds } = loadDefinitions(ownDefinitions(), dialects[0]!, release);
  const definition = kinds.find(({ kind, group }) => kind === 'Pod' && group === '')!;
  expect([...hiddenFields(pod, definition)]).toEqual(expected);
});
