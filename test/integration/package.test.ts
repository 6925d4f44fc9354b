import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { TestServer } from '../support/server.ts';

const root = new URL('../..', import.meta.url).pathname;

describe('the package, installed in an empty folder', () => {
  let folder: string;
  const programOf = (name: string): string => join(folder, 'node_modules/.bin', name);
  const run = (name: string, ...args: string[]): string =>
    execFileSync(programOf(name), args, { cwd: folder, encoding: 'utf8' });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'package-'));
    // The build is there already; others use it while this runs.
    execFileSync('npm', ['pack', '--ignore-scripts', `--pack-destination=${folder}`], { cwd: root });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    execFileSync('npm', ['install', ...flags, join(folder, tarball!)], { cwd: folder });
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('holds what runs, and nothing else', () => {
    const names = readdirSync(join(folder, 'node_modules/orch-apiserver')).sort();
    expect(names).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'api-definitions',
      'dist',
      'package.json',
    ]);
  });

  it('has a server that starts and answers, and a command line that asks it', async () => {
    const directory = join(folder, 'data');
    const program = join(folder, 'node_modules/orch-apiserver/dist/commands/apiserver.js');
    const server = await TestServer.start({ directory: makeFolder(directory), program, release: undefined });
    onTestFinished(async () => void (await server.stop()));
    const { body } = await server.client.get('/version');
    expect(body).toMatchObject({ gitVersion: expect.stringMatching(/^v1\.36\./) });
    const kubeconfig = `--kubeconfig=${join(directory, 'admin.kubeconfig')}`;
    expect(run('orchctl', kubeconfig, 'get', 'namespaces')).toContain('default');
    expect(run('orchctl', kubeconfig, 'explain', 'pod')).toContain('KIND');
  });

  it.each(['orch-apiserver', 'orch-controller-manager', 'orchctl'])(
    'has %s, which explains itself',
    (name) => {
      expect(run(name, '--help')).toContain('Usage');
    },
  );
});

function makeFolder(path: string): string {
  execFileSync('mkdir', ['-p', path]);
  return path;
}
