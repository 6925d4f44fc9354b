import { expect, test } from 'vitest';
import { FakeApi } from '../../../test/support/unit/fake-api.ts';
import { FlagValues } from '../../util/flags.ts';
import { servedGates } from './served-gates.ts';

const gate = 'StorageVersionMigrator';
const flag = { name: 'feature-gates', type: 'texts', value: '', description: '' } as const;

test.each([
  ['36', [], '1.36', false, []],
  ['36', [`${gate}=true`], '1.36', true, []],
  ['27+', [], '1.27', false, []],
  ['23', [`${gate}=true`], '1.23', false, [`--feature-gates: unrecognized feature gate: ${gate}`]],
  ['x', [], '1.36', false, []],
  [
    '35',
    [`Nonsense=true,${gate}=true`],
    '1.35',
    true,
    ['--feature-gates: unrecognized feature gate: Nonsense'],
  ],
])('of a server of minor release %s, with %j', async (minor, settings, release, isOn, reports) => {
  const api = new FakeApi({ 'GET /version': { major: '1', minor } });
  const said: string[] = [];
  const flags = new FlagValues([flag], { 'feature-gates': settings });
  const gates = await servedGates(api, flags, (message) => said.push(message));
  expect([gates.release, gates.isOn(gate), said]).toEqual([release, isOn, reports]);
});
