import { expect, test } from 'vitest';
import { dependencies } from '../../../../test/support/unit/kinds.ts';
import { componentStatus } from './index.ts';

const { table } = componentStatus(dependencies);

test.each<[string, object[], string[]]>([
  ['True', [{ status: 'True', message: 'ok' }], ['Healthy', 'ok', '']],
  ['False', [{ status: 'False', message: 'refused' }], ['Unhealthy', 'refused', '']],
  [
    'Unknown, as nobody answered',
    [{ status: 'Unknown', error: 'timed out' }],
    ['Unhealthy', '', 'timed out'],
  ],
  ['not there', [], ['Unknown', '', '']],
])('a component whose condition is %s', (_, conditions, cells) => {
  const status = {
    metadata: { name: 'etcd-0' },
    conditions: conditions.map((condition) => ({ type: 'Healthy', ...condition })),
  };
  expect(table!.cells(status as never, 0)).toEqual(['etcd-0', ...cells]);
});
