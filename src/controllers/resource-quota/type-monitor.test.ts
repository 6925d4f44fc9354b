import { expect, it } from 'vitest';
import { clientOf, failureStatus, noChance } from '../../../test/support/unit/fake-wire.ts';
import { MemoryObjects } from '../../../test/support/unit/memory-objects.ts';
import { until } from '../../../test/support/until.ts';
import { FeatureGates } from '../../api/gates/feature-gates.ts';
import { dialects } from '../../api/meta/dialect.ts';
import { groupResourceText } from '../../api/meta/status.ts';
import { FlagValues } from '../../util/flags.ts';
import { TypeMonitor } from './type-monitor.ts';

const verbs = ['create', 'delete', 'list', 'watch'];
const list = (...names: string[]): object => ({
  resources: names.map((name) => ({ name, kind: 'K', namespaced: true, verbs })),
});
const groupVersion = { groupVersion: 'a.example/v1', version: 'v1' };
const groups = [{ name: 'a.example', versions: [groupVersion], preferredVersion: groupVersion }];

const served: Record<string, object> = {
  '/api': { versions: ['v1'] },
  '/api/v1': list('pods'),
  '/apis': { groups },
  '/apis/a.example/v1': list('boots', 'shoes'),
};

/** The types that it has named, after a look at each of what a server answers in turn: a definition changes before each. */
async function named(...answers: Record<string, object>[]): Promise<string[][]> {
  const seen: string[][] = [];
  let looks = -1;
  const { client } = clientOf(({ path }) => {
    if (path === '/api') looks++;
    return answers[Math.min(looks, answers.length - 1)]?.[path] ?? failureStatus(404, 'NotFound');
  });
  const objects = new MemoryObjects();
  const monitor = new TypeMonitor(
    {
      client,
      objects,
      metadata: objects,
      dialect: dialects[0]!,
      gates: new FeatureGates('1.23'),
      clock: Date,
      random: noChance,
      flags: new FlagValues([], {}),
      log: { info: () => {}, warn: () => {} },
    },
    (types) => seen.push(types.map(groupResourceText)),
  );
  monitor.start();
  for (let look = 0; look < answers.length; look++) {
    await until(() => looks >= look);
    objects.lister({ resource: 'customresourcedefinitions' }).put({ metadata: { name: `d-${look}` } });
  }
  await until(() => looks === answers.length);
  await monitor.close();
  return seen;
}

const all = ['pods', 'boots.a.example', 'shoes.a.example'];

it('names all types when they are others than before', async () => {
  const fewer = { ...served, '/apis/a.example/v1': list('boots') };
  expect(await named(served, served, fewer)).toEqual([all, ['pods', 'boots.a.example']]);
});

it.each<[string, Record<string, object>]>([
  ['their group cannot be read', { ...served, '/apis/a.example/v1': failureStatus(503, 'Unavailable') }],
  ['there is nothing at all', {}],
])('types stay when %s', async (_, then) => {
  expect(await named(served, then)).toEqual([all]);
});
