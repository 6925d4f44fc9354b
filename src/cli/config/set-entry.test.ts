import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ObjectServer } from '../../../test/support/unit/object-server.ts';
import { parseYaml } from '../../api/codec/yaml.ts';

let server: ObjectServer;
let file: string;
beforeAll(async () => {
  server = await ObjectServer.start();
});
beforeEach(() => {
  file = server.file('config', {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'one',
    clusters: [{ name: 'c', cluster: { server: 'https://a:1', 'certificate-authority-data': 'eA==' } }],
    contexts: [{ name: 'one', context: { cluster: 'c', user: 'u' } }],
  });
});
afterAll(() => server[Symbol.asyncDispose]());

const run = (...words: string[]) => server.run(['config', ...words, `--kubeconfig=${file}`]);
const written = (): any => parseYaml(readFileSync(file, 'utf8'));
const named = (list: { name: string }[], name: string) => list.find((one) => one.name === name);

describe('a cluster', () => {
  const cluster = async (name: string, ...flags: string[]) => {
    expect((await run('set-cluster', name, ...flags)).stdout).toBe(`Cluster "${name}" set.\n`);
    return named(written().clusters, name);
  };

  test('is made', async () => {
    expect(
      await cluster('new', '--server=https://b:2', '--tls-server-name=x', '--proxy-url=http://p'),
    ).toEqual({
      name: 'new',
      cluster: { server: 'https://b:2', 'tls-server-name': 'x', 'proxy-url': 'http://p' },
    });
  });

  test('that is not to be verified has no certificate authorities', async () => {
    expect(await cluster('c', '--server=https://a:1', '--insecure-skip-tls-verify')).toEqual({
      name: 'c',
      cluster: { server: 'https://a:1', 'insecure-skip-tls-verify': true },
    });
  });

  test('with certificate authorities is verified', async () => {
    await cluster('c', '--server=https://a:1', '--insecure-skip-tls-verify');
    const authority = server.file('ca.crt', 'certificate');
    const { cluster: embedded } = (await cluster(
      ...(['c', '--server=https://a:1', `--certificate-authority=${authority}`, '--embed-certs'] as const),
    )) as unknown as { cluster: object };
    expect(embedded).toEqual({
      server: 'https://a:1',
      'certificate-authority-data': Buffer.from('certificate').toString('base64'),
    });
  });

  test('may name the file of its certificate authorities', async () => {
    const authority = server.file('ca.crt', 'certificate');
    const { cluster: named } = (await cluster(
      ...(['c', '--server=https://a:1', `--certificate-authority=${authority}`] as const),
    )) as unknown as { cluster: Record<string, string> };
    expect(named['certificate-authority']).toMatch(/ca\.crt$/);
    expect(named['certificate-authority-data']).toBeUndefined();
  });

  test.each([
    [
      ['--certificate-authority=a', '--insecure-skip-tls-verify'],
      'you cannot specify a certificate authority and',
    ],
    [['--embed-certs'], 'you must specify a --certificate-authority to embed'],
    [
      ['--embed-certs', '--certificate-authority=/nowhere'],
      'could not stat certificate-authority file /nowhere',
    ],
  ])('is not set by %j', async (flags, message) => {
    const { code, stderr } = await run('set-cluster', 'c', ...flags);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});

describe('a context', () => {
  const context = (name: string) => named(written().contexts, name);

  test('is made', async () => {
    const { stdout } = await run('set-context', 'new', '--cluster=c', '--user=u', '-n', 'x');
    expect(stdout).toBe('Context "new" created.\n');
    expect(context('new')).toEqual({ name: 'new', context: { cluster: 'c', user: 'u', namespace: 'x' } });
  });

  test('is changed', async () => {
    expect((await run('set-context', 'one', '--user=v')).stdout).toBe('Context "one" modified.\n');
    expect(context('one')).toEqual({ name: 'one', context: { cluster: 'c', user: 'v' } });
  });

  test('may be the current one', async () => {
    expect((await run('set-context', '--current', '-n', 'x')).stdout).toBe('Context "one" modified.\n');
    expect(context('one')).toEqual({ name: 'one', context: { cluster: 'c', user: 'u', namespace: 'x' } });
  });

  test.each([
    [['one', '--current'], 'you cannot specify both a context name and --current'],
    [[], 'you must specify a non-empty context name or --current'],
    [['a', 'b'], 'Unexpected args: [a b]'],
  ])('is not set by %j', async (words, message) => {
    const { code, stderr } = await run('set-context', ...words);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });

  test('is none where there is no current one', async () => {
    file = server.file('config', { apiVersion: 'v1', kind: 'Config' });
    expect((await run('set-context', '--current')).stderr).toContain('no current context is set');
  });
});
