import { expect, it } from 'vitest';
import { clientOf, type FakeCall, failureStatus } from '../../../test/support/unit/fake-wire.ts';
import { ServedTypes } from './served-types.ts';

it('a type is read in the preferred version; types of a group that cannot be read stay', async () => {
  let broken = false;
  const groupVersion = (version: string) => ({ groupVersion: `batch/${version}`, version });
  const resource = (name: string) => ({ name, kind: name, namespaced: true, verbs: ['list', 'watch'] });
  const answer = ({ path }: FakeCall): object => {
    if (path === '/api') return { versions: ['v1'] };
    if (path === '/apis') {
      const versions = [groupVersion('v1beta1'), groupVersion('v1')];
      return { groups: [{ name: 'batch', versions, preferredVersion: groupVersion('v1') }] };
    }
    if (path === '/api/v1') return { resources: [resource('pods'), resource('pods/log')] };
    if (broken) return failureStatus(503, 'ServiceUnavailable');
    const names = path.endsWith('/v1') ? ['jobs'] : ['jobs', 'cronjobs'];
    return { resources: names.map(resource) };
  };
  let changes = 0;
  const warn = (message: string): never => {
    throw new Error(message);
  };
  const types = new ServedTypes(clientOf(answer).client, () => changes++, warn);
  const version = (group: string, name: string) => types.typeOf({ group, resource: name })?.version;
  expect(version('', 'pods')).toBeUndefined();
  await types.look();
  const seen = () => [version('', 'pods'), version('batch', 'jobs'), version('batch', 'cronjobs')];
  expect(seen()).toEqual(['v1', 'v1', 'v1beta1']);
  await types.look();
  broken = true;
  await types.look();
  expect([...seen(), changes]).toEqual(['v1', 'v1', 'v1beta1', 1]);
  await types.close();
});
