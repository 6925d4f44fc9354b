import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

const path = '/api/v1/namespaces/default/pods/web';
const named = (...names: string[]) => names.map((name) => ({ name }));

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
  server.answers = {
    [path]: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', namespace: 'default' },
      spec: { containers: named('app', 'side'), initContainers: named('first') },
    },
    [`${path}/log`]: 'one\ntwo\n',
  };
});
afterAll(() => server[Symbol.asyncDispose]());

const queryOf = (request = '') =>
  Object.fromEntries(new URL(request.split(' ')[1]!, 'http://a').searchParams);

test.each([
  [['-c', 'side'], { container: 'side' }],
  [['-c', 'app', '--tail=5'], { container: 'app', tailLines: '5' }],
  [['-c', 'app', '--previous'], { container: 'app', previous: 'true' }],
  [['-c', 'app', '--timestamps'], { container: 'app', timestamps: 'true' }],
  [['-c', 'app', '--since=1m'], { container: 'app', sinceSeconds: '60' }],
  [['-c', 'app', '--limit-bytes=7'], { container: 'app', limitBytes: '7' }],
])('logs web %j', async (flags, query) => {
  const { stdout, requests } = await server.run(['logs', 'web', ...flags]);
  expect(stdout).toBe('one\ntwo\n');
  expect(queryOf(requests.at(-1))).toEqual(query);
});

test('of all containers the logs follow each other, each line with its container if wanted', async () => {
  const { stdout } = await server.run(['logs', 'web', '--all-containers', '--prefix']);
  expect(stdout).toBe(
    ['first', 'app', 'side'].map((name) => `[pod/web/${name}] one\n[pod/web/${name}] two\n`).join(''),
  );
});

test.each([
  [['logs', 'web', '-c', 'none'], 'container none is not valid for pod web'],
  [['logs', 'gone'], 'Error from server (NotFound)'],
  [['logs'], 'error: '],
])('%j fails', async (words, message) => {
  expect(await server.run(words)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(message),
  });
});
