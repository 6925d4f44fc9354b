import { afterAll, beforeAll, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';

let server: ObjectServer;
let file: string;
beforeAll(async () => {
  server = await ObjectServer.start();
  file = server.file('config', {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'one',
    clusters: [{ name: 'c', cluster: { server: 'https://a:1', 'certificate-authority-data': 'eA==' } }],
    contexts: [
      { name: 'one', context: { cluster: 'c', user: 'u' } },
      { name: 'two', context: { cluster: 'd', user: 'v', namespace: 'n' } },
    ],
    users: [
      { name: 'u', user: { token: 'secret' } },
      { name: 'v', user: {} },
    ],
  });
});
afterAll(() => server[Symbol.asyncDispose]());

const run = (...words: string[]) => server.run(['config', ...words, `--kubeconfig=${file}`]);

test.each([
  [['current-context'], ['one']],
  [['get-clusters'], ['NAME', 'c']],
  [['get-users'], ['NAME', 'u', 'v']],
  [
    ['get-contexts', '-o', 'name'],
    ['one', 'two'],
  ],
  [['get-contexts', 'two', '-o', 'name'], ['two']],
  [['get-contexts'], ['CURRENT NAME CLUSTER AUTHINFO NAMESPACE', '* one c u', 'two d v n']],
  [['get-contexts', '--no-headers', 'two'], ['two d v n']],
])('%j prints %j', async (words, expected) => {
  const { stdout, code } = await run(...words);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.trim().replaceAll(/\s+/g, ' '))).toEqual(expected);
  expect(code).toBe(0);
});

test('contexts that are not there are named behind those that are', async () => {
  const { stdout, stderr, code } = await run('get-contexts', 'two', 'x', 'y', '-o', 'name');
  expect([stdout, code]).toEqual(['two\n', 1]);
  expect(stderr).toContain('context x not found');
  expect(stderr).toContain('context y not found');
});

test('without a current context there is none to print', async () => {
  const bare = server.file('bare', { apiVersion: 'v1', kind: 'Config' });
  const { stderr, code } = await server.run(['config', 'current-context', `--kubeconfig=${bare}`]);
  expect([stderr, code]).toEqual(['error: current-context is not set\n', 1]);
});

test('contexts have no other form', async () => {
  expect((await run('get-contexts', '-o', 'yaml')).stderr).toContain(
    "output must be one of '' or 'name': yaml",
  );
});

test.each<[string[], string, string]>([
  [[], '{.users[0].user.token}', 'REDACTED'],
  [['--raw'], '{.users[0].user.token}', 'secret'],
  [[], '{.clusters[0].cluster.certificate-authority-data}', 'DATA+OMITTED'],
  [['--minify'], '{.users[*].name}', 'u'],
  [['--minify'], '{.contexts[*].name}', 'one'],
  [['--minify'], '{.current-context}', 'one'],
])('view %j shows of %s: %s', async (flags, path, expected) => {
  expect((await run('view', ...flags, '-o', `jsonpath=${path}`)).stdout).toBe(expected);
});
