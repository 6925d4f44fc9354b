import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';
import { parseYaml } from '../../api/codec/yaml.ts';

const config = {
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'one',
  clusters: [{ name: 'c', cluster: { server: 'https://a:1' } }],
  contexts: [
    { name: 'one', context: { cluster: 'c', user: 'u' } },
    { name: 'two', context: { cluster: 'c', user: 'u', namespace: 'n' } },
  ],
  users: [{ name: 'u', user: { token: 'secret' } }],
};

let server: ObjectServer;
let file: string;
beforeAll(async () => {
  server = await ObjectServer.start();
});
beforeEach(() => {
  file = server.file('config', config);
});
afterAll(() => server[Symbol.asyncDispose]());

const run = (...words: string[]) => server.run(['config', ...words, `--kubeconfig=${file}`]);
const written = (): any => parseYaml(readFileSync(file, 'utf8'));

describe('the current context', () => {
  test('is changed', async () => {
    expect(await run('use-context', 'two')).toMatchObject({
      stdout: 'Switched to context "two".\n',
      code: 0,
    });
    expect(written()).toEqual({ ...config, 'current-context': 'two' });
  });

  test('is called otherwise with its new name', async () => {
    expect((await run('rename-context', 'one', 'three')).stdout).toBe('Context "one" renamed to "three".\n');
    expect(written()['current-context']).toBe('three');
    expect(
      written()
        .contexts.map(({ name }: { name: string }) => name)
        .sort(),
    ).toEqual(['three', 'two']);
  });

  test('stays when another is called otherwise', async () => {
    await run('rename-context', 'two', 'three');
    expect(written()['current-context']).toBe('one');
  });

  test('that is deleted is warned of', async () => {
    const { stdout, stderr } = await run('delete-context', 'one');
    expect(stdout).toBe(`deleted context one from ${file}\n`);
    expect(stderr).toContain('warning: this removed your active context');
    expect((await run('delete-context', 'two')).stderr).toBe('');
  });
});

test.each([
  ['cluster', 'c', 'clusters'],
  ['user', 'u', 'users'],
])('a %s is deleted', async (noun, name, field) => {
  expect((await run(`delete-${noun}`, name)).stdout).toBe(`deleted ${noun} ${name} from ${file}\n`);
  expect(written()[field] ?? []).toEqual([]);
});

test('single values are set and taken away', async () => {
  expect((await run('set', 'clusters.c.server', 'https://b:2')).stdout).toBe(
    'Property "clusters.c.server" set.\n',
  );
  expect(written().clusters[0].cluster.server).toBe('https://b:2');
  await run('set', 'users.u.client-key-data', 'key', '--set-raw-bytes');
  expect(written().users[0].user['client-key-data']).toBe(Buffer.from('key').toString('base64'));
  expect((await run('unset', 'users.u.token')).stdout).toBe('Property "users.u.token" unset.\n');
  expect(written().users[0].user.token).toBeUndefined();
});

test.each([
  [['use-context', 'none'], 'no context exists with the name: "none"'],
  [['use-context'], 'Unexpected args: []'],
  [['set', 'a'], 'Unexpected args: [a]'],
  [['rename-context', 'none', 'x'], `cannot rename the context "none", it's not in `],
  [['rename-context', 'one', 'two'], 'cannot rename the context "one", the context "two" already exists in '],
  [['delete-cluster', 'none'], 'cannot delete cluster none, not in '],
])('%j is refused, and nothing is written', async (words, message) => {
  const { code, stderr } = await run(...words);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(written()).toEqual(config);
});
