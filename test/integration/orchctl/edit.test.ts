import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLineHere } from '../../support/orchctl-here.ts';
import { TestServer } from '../../support/server.ts';

const hasScript = spawnSync('script', ['--version']).status === 0;

describe.each(['orch', 'kubernetes'] as const)('orchctl edit in the dialect %s', (dialect) => {
  let server: TestServer;
  let orchctl: CommandLineHere;
  beforeAll(async () => {
    server = await TestServer.start({ dialect });
    orchctl = new CommandLineHere(server);
    const object = { metadata: { name: 'a' }, data: { color: 'red' } };
    await server.client.post('/api/v1/namespaces/default/configmaps', object);
  });
  afterAll(() => server?.remove());
  const color = () => orchctl.ask('get', 'cm', 'a', '-o', 'jsonpath={.data.color}');

  /** A program that changes its file as sed does. */
  function editor(name: string, ...lines: string[]): Record<string, string> {
    const path = orchctl.file(name, ['#!/bin/sh', ...lines, ''].join('\n'));
    chmodSync(path, 0o755);
    return { EDITOR: path, PATH: process.env['PATH']! };
  }

  it('changes what the editor changed', async () => {
    const env = editor('green', 'sed -i s/red/green/ "$1"');
    expect(await orchctl.run(['edit', 'cm/a'], { env })).toEqual({
      stdout: 'configmap/a edited\n',
      stderr: '',
      code: 0,
    });
    expect(await color()).toBe('green');
  });

  it('changes nothing without a change, or with an empty file', async () => {
    expect(await orchctl.run(['edit', 'cm', 'a'], { env: editor('same', 'true') })).toEqual({
      stdout: '',
      stderr: 'Edit cancelled, no changes made.\n',
      code: 0,
    });
    expect((await orchctl.run(['edit', 'cm', 'a'], { env: editor('empty', ': > "$1"') })).stderr).toBe(
      'Edit cancelled, saved file was empty.\n',
    );
    expect((await orchctl.run(['edit', 'cm', 'a'], { env: editor('broken', 'exit 3') })).stderr).toContain(
      'it ended with 3',
    );
  });

  it('apply edit-last-applied changes what is written down, and not the object', async () => {
    const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: noted}\ndata: {a: red}\n';
    const file = orchctl.file('noted.yaml', manifest);
    await orchctl.ask('apply', '--server-side=false', '-f', file);
    const command = ['apply', 'edit-last-applied', 'cm', 'noted'];
    expect(await orchctl.run(command, { env: editor('noted', 'sed -i s/red/green/ "$1"') })).toEqual({
      stdout: 'configmap/noted edited\n',
      stderr: '',
      code: 0,
    });
    expect(await orchctl.ask('apply', 'view-last-applied', 'cm', 'noted')).toContain('a: green');
    expect(await orchctl.ask('get', 'cm', 'noted', '-o', 'jsonpath={.data.a}')).toBe('red');
    const { stderr } = await orchctl.run(command, { env: editor('noted-same', 'true') });
    expect(stderr).toBe('Edit cancelled, no changes made.\n');
    expect((await orchctl.run(['apply', 'edit-last-applied', 'cm', 'a'])).stderr).toBe(
      'error: no last-applied-configuration annotation found on resource: a\n',
    );
  });

  it('comes back to the editor with what the server refuses', async () => {
    const seen = join(server.directory, 'seen');
    const env = editor(
      'twice',
      `if [ -e ${seen} ]; then cp "$1" ${seen}; sed -i 's/^  bad key:.*$/  good: x/' "$1"; else touch ${seen}; printf '\\ndata:\\n  bad key: x\\n' > ${seen}.tail; sed -i 's/^  color: .*/  color: blue\\n  bad key: x/' "$1"; fi`,
    );
    const { stdout, code } = await orchctl.run(['edit', 'cm', 'a'], { env });
    expect({ stdout, code }).toEqual({ stdout: 'configmap/a edited\n', code: 0 });
    expect(readFileSync(seen, 'utf8')).toContain(
      '# The ConfigMap "a" is invalid: data[bad key]: Invalid value: "bad key"',
    );
    expect(await color()).toBe('blue');
  });

  it.skipIf(!hasScript)(
    `gives the editor the terminal${hasScript ? '' : ' (skipped: no program `script`)'}`,
    async () => {
      const env = editor(
        'terminal',
        '[ -t 0 ] && [ -t 1 ] || exit 9',
        'printf "color? "; read answer',
        'sed -i "s/^  color: .*/  color: $answer/" "$1"',
      );
      const program = new URL('../../../dist/commands/orchctl.js', import.meta.url).pathname;
      const command = `${process.execPath} ${program} --kubeconfig ${server.kubeconfig} edit cm a`;
      const child = spawn('script', ['-qec', command, '/dev/null'], {
        env: { ...env, HOME: server.directory, TERM: 'xterm' },
      });
      let shown = '';
      child.stdout.on('data', (piece: Buffer) => {
        const wasAsked = shown.includes('color?');
        shown += piece.toString();
        if (!wasAsked && shown.includes('color?')) child.stdin.write('yellow\n');
      });
      const [code] = await once(child, 'exit');
      expect({ code, shown }).toEqual({ code: 0, shown: expect.stringContaining('configmap/a edited') });
      expect(await color()).toBe('yellow');
    },
  );
});
