import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const pods = '/api/v1/namespaces/default/pods';
const pod = (name: string) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' } });
const success = { kind: 'Status', status: 'Success' };

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
  server.answers = {
    [`${pods}/a`]: pod('a'),
    [`DELETE ${pods}/a`]: success,
    [`DELETE ${pods}/b`]: success,
    [pods]: { kind: 'PodList', apiVersion: 'v1', items: [pod('a'), pod('b')] },
  };
});
afterAll(() => server[Symbol.asyncDispose]());

const now = ['--wait=false'];

test.each([
  [['pod', 'a'], { propagationPolicy: 'Background' }],
  [['pod/a', '--cascade=orphan'], { propagationPolicy: 'Orphan' }],
  [
    ['pod/a', '--cascade=foreground', '--grace-period=5'],
    { propagationPolicy: 'Foreground', gracePeriodSeconds: 5 },
  ],
  [['pod/a', '--now'], { gracePeriodSeconds: 1 }],
  [['pod/a', '--grace-period=0'], { gracePeriodSeconds: 1 }],
  [['pod/a', '--grace-period=0', '--force'], { gracePeriodSeconds: 0 }],
])('%j', async (words, options) => {
  const ran = await server.run(['delete', ...words, ...now]);
  expect(ran).toMatchObject({ code: 0, bodies: [options] });
  expect(ran.stdout).toMatch(/^pod "a" (force )?deleted\n$/);
  expect(ran.requests.at(-1)).toBe(`DELETE ${pods}/a`);
});

test('objects of a selector are listed, and deleted one by one', async () => {
  const { stdout, requests } = await server.run(['delete', 'pods', '-l', 'app=web', ...now]);
  expect(stdout).toBe('pod "a" deleted\npod "b" deleted\n');
  expect(requests[0]).toContain(`GET ${pods}?`);
  expect(requests[0]).toContain('labelSelector=app%3Dweb');
  expect(requests.slice(1)).toEqual([`DELETE ${pods}/a`, `DELETE ${pods}/b`]);
});

test.each([
  [['pod/c'], 'Error from server (NotFound)'],
  [['pods'], 'error: resource(s) were provided, but no name was specified'],
  [['pod/a', '--cascade=maybe'], 'error: invalid cascade value (maybe)'],
  [['pod/a', '--now', '--grace-period=3'], 'error: --now and --grace-period cannot be specified together'],
  [['pod/a', '--force', '--grace-period=3'], 'error: --force and --grace-period greater than 0'],
])('%j fails', async (words, message) => {
  const { code, stderr } = await server.run(['delete', ...words, ...now]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
});

test('an object that is not there is no error with --ignore-not-found', async () => {
  expect(await server.run(['delete', 'pod/c', '--ignore-not-found', ...now])).toMatchObject({
    code: 0,
    stdout: '',
  });
});
