import { expect, it } from 'vitest';
import type { ApiObject, OwnerReference } from '../../api/meta/metadata.ts';
import type { Exchange } from '../exchange.ts';
import { dropRepeatedOwners } from './repeated-owners.ts';

const owner = (uid: string, name = 'a'): OwnerReference => ({ apiVersion: 'v1', kind: 'Pod', name, uid });
const warning = (uids: string): unknown => expect.stringMatching(new RegExp(`observed: ${uids}$`));

it.each<[string, boolean, OwnerReference[], OwnerReference[], unknown[]]>([
  ['one owner', true, [owner('1')], [owner('1')], []],
  ['different owners', true, [owner('1'), owner('1', 'b')], [owner('1'), owner('1', 'b')], []],
  [
    'owners that are there twice',
    true,
    [owner('2'), owner('1'), owner('2'), owner('1')],
    [owner('2'), owner('1')],
    [warning('1, 2')],
  ],
  ['owners that are there twice, before 1.24', false, [owner('1'), owner('1')], [owner('1'), owner('1')], []],
])('%s', (_, dropsRepeatedOwners, ownerReferences, kept, warnings) => {
  const exchange = {
    api: { writes: { dropsRepeatedOwners } },
    state: { warnings: [] },
  } as unknown as Exchange;
  const object = { metadata: { ownerReferences } } as ApiObject;
  dropRepeatedOwners(exchange, object);
  expect(object.metadata.ownerReferences).toEqual(kept);
  expect(exchange.state.warnings).toEqual(warnings);
});
