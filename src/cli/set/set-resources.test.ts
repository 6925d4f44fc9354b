import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const path = '/apis/batch/v1/namespaces/default/cronjobs/job';

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
  const spec = { containers: [{ name: 'a' }, { name: 'b' }] };
  server.answers = {
    [path]: {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'job', namespace: 'default' },
      spec: { jobTemplate: { spec: { template: { spec } } } },
    },
  };
});
afterAll(() => server[Symbol.asyncDispose]());

const run = (...flags: string[]) => server.run(['set', 'resources', 'cronjob/job', ...flags]);

test.each<[string[], string[], object]>([
  [['--limits=cpu=1,memory=1Gi'], ['a', 'b'], { limits: { cpu: '1', memory: '1Gi' } }],
  [['--requests=cpu=1', '-c', 'b'], ['b'], { requests: { cpu: '1' } }],
  [
    ['--requests=cpu=1', '--limits=cpu=2', '-c', 'a'],
    ['a'],
    { requests: { cpu: '1' }, limits: { cpu: '2' } },
  ],
])('%j changes what the containers %j may use', async (flags, names, resources) => {
  const { stdout, bodies } = await run(...flags);
  expect(stdout).toBe('cronjob.batch/job resource requirements updated\n');
  const containers = names.map((name) => ({ name, resources }));
  expect(bodies).toEqual([{ spec: { jobTemplate: { spec: { template: { spec: { containers } } } } } }]);
});

test.each([
  [[], 'you must specify an update to requests or limits (in the form of --requests/--limits)'],
  [['--limits=cpu'], 'Invalid argument syntax cpu, expected <resource>=<value>'],
  [['--limits=cpu='], 'Invalid argument syntax cpu=, expected <resource>=<value>'],
  [['--limits=cpu=1=2'], 'Invalid argument syntax cpu=1=2, expected <resource>=<value>'],
  [['--limits=cpu=1', '-c', 'c'], 'unable to find container named c'],
])('%j is refused', async (flags, message) => {
  expect(await run(...flags)).toMatchObject({ code: 1, stderr: `error: ${message}\n`, bodies: [] });
});
