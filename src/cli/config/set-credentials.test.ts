import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';
import { parseYaml } from '../../api/codec/yaml.ts';

let server: ObjectServer;
let file: string;
beforeAll(async () => {
  server = await ObjectServer.start();
});
beforeEach(() => {
  file = server.file('config', { apiVersion: 'v1', kind: 'Config' });
});
afterAll(() => server[Symbol.asyncDispose]());

const run = (...flags: string[]) =>
  server.run(['config', 'set-credentials', 'me', ...flags, `--kubeconfig=${file}`]);
const user = (): object =>
  (parseYaml(readFileSync(file, 'utf8')) as { users: { user: object }[] }).users[0]!.user;

test.each<[string, string[][], object]>([
  ['a token', [['--token=t']], { token: 't' }],
  ['a password', [['--username=u', '--password=p']], { username: 'u', password: 'p' }],
  ['a token in place of a password', [['--username=u', '--password=p'], ['--token=t']], { token: 't' }],
  [
    'a password in place of a token',
    [['--token=t'], ['--username=u', '--password=p']],
    { username: 'u', password: 'p' },
  ],
  ['no token any more', [['--token=t'], ['--token=']], {}],
  [
    'an issuer',
    [['--auth-provider=oidc', '--auth-provider-arg=client-id=a,x=y'], ['--auth-provider-arg=x-']],
    { 'auth-provider': { name: 'oidc', config: { 'client-id': 'a' } } },
  ],
  [
    'another issuer, from whom it knows nothing',
    [['--auth-provider=oidc', '--auth-provider-arg=a=b'], ['--auth-provider=other']],
    { 'auth-provider': { name: 'other', config: {} } },
  ],
  [
    'a program, of a user that is new',
    [['--exec-command=login', '--exec-api-version=v1']],
    { exec: { command: 'login', apiVersion: 'v1' } },
  ],
  [
    'a program in place of a token',
    [
      ['--token=t'],
      [
        '--token=',
        '--exec-command=login',
        '--exec-api-version=v1',
        '--exec-interactive-mode=Never',
        '--exec-arg=a,b',
      ],
      ['--exec-provide-cluster-info', '--exec-env=A=1,B=2'],
      ['--exec-env=A-,C=3'],
    ],
    {
      exec: {
        command: 'login',
        apiVersion: 'v1',
        interactiveMode: 'Never',
        args: ['a', 'b'],
        provideClusterInfo: true,
        env: [
          { name: 'B', value: '2' },
          { name: 'C', value: '3' },
        ],
      },
    },
  ],
])('a user has %s', async (_, steps, expected) => {
  for (const flags of steps)
    expect(await run(...flags)).toMatchObject({ stdout: 'User "me" set.\n', stderr: '', code: 0 });
  expect(user() ?? {}).toEqual(expected);
});

test('a user has a certificate and a key, in the file', async () => {
  const [certificate, key] = [server.file('me.crt', 'c'), server.file('me.key', 'k')];
  await run(`--client-certificate=${certificate}`, `--client-key=${key}`, '--embed-certs');
  expect(user()).toEqual({ 'client-certificate-data': 'Yw==', 'client-key-data': 'aw==' });
});

test.each([
  [['--token=t', '--username=u'], 'you cannot specify more than one authentication method at the same time'],
  [['--embed-certs'], 'you must specify a --client-certificate or --client-key to embed'],
  [['--auth-provider-arg=a'], 'invalid argument "a": must be key=value, or key- to take it away'],
])('%j is refused', async (flags, message) => {
  const { code, stderr } = await run(...flags);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});
