import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine, orchctlProgram } from '../../support/orchctl.ts';
import { PseudoTerminal, terminalMissing } from '../../support/pseudo-terminal.ts';
import { TestServer } from '../../support/server.ts';
import { findShell } from '../../support/shells.ts';

const zsh = findShell('zsh');
const fish = findShell('fish');

/** Without colours, movements of the cursor, and the bell. */
const visible = (output: string): string => output.replaceAll(/\x1b\[[0-9;?]*[A-Za-z]|\x07/g, '');

describe('the script for', () => {
  let server: TestServer;
  let env: Record<string, string>;
  beforeAll(async () => {
    server = await TestServer.start({ dialect: 'orch' });
    for (const name of ['web-config', 'web-rules', 'store']) {
      const object = { metadata: { name }, data: {} };
      await server.client.post('/api/v1/namespaces/default/configmaps', object);
    }
    const orchctl = CommandLine.orchctl(server);
    const bin = join(server.directory, 'bin');
    mkdirSync(bin);
    const program = `#!/bin/sh\nexec "${process.execPath}" "${orchctlProgram}" "$@"\n`;
    writeFileSync(join(bin, 'orchctl'), program);
    chmodSync(join(bin, 'orchctl'), 0o755);
    for (const shell of ['bash', 'zsh', 'fish']) {
      writeFileSync(join(server.directory, `script.${shell}`), await orchctl.ask('completion', shell));
    }
    env = {
      HOME: server.directory,
      PATH: `${bin}:${process.env['PATH']}`,
      TERM: 'xterm',
      KUBECONFIG: server.kubeconfig,
      LANG: 'C.UTF-8',
    };
  });
  afterAll(() => server?.remove());
  const script = (shell: string): string => join(server.directory, `script.${shell}`);

  /** What a user sees who types a line and the tab key. */
  async function typed(program: readonly string[], start: string, line: string, expected: string) {
    const terminal = new PseudoTerminal(program, env);
    try {
      terminal.send(`${start}\r`);
      await terminal.sees('ready\r\n');
      terminal.send(line);
      await terminal.sees(line);
      terminal.send('\t');
      await expect.poll(() => visible(terminal.output)).toContain(expected);
    } finally {
      terminal.close();
    }
  }

  const lines: readonly [string, string][] = [
    ['orchctl rollo', 'orchctl rollout '],
    ['orchctl get configmap sto', 'orchctl get configmap store'],
    ['orchctl get configmaps/sto', 'orchctl get configmaps/store'],
    ['orchctl get pods --field-sel', 'orchctl get pods --field-selector='],
    ['orchctl get pods --output=js', 'orchctl get pods --output=json'],
  ];

  describe.skipIf(terminalMissing !== '')(`bash completes${terminalMissing}`, () => {
    it.each(lines)('%s', async (line, expected) => {
      const start = `PS1='> '; source ${script('bash')}; echo rea''dy`;
      await typed(['bash', '--norc', '--noprofile', '-i'], start, line, expected);
    });
  });

  const zshMissing = zsh.missing || terminalMissing;
  describe.skipIf(zshMissing !== '')(`zsh completes${zshMissing}`, () => {
    it.each(lines)('%s', async (line, expected) => {
      const start = `PS1='> '; source ${script('zsh')}; echo rea''dy`;
      await typed([zsh.path, '-f', '-i'], start, line, expected);
    });
  });

  describe.skipIf(fish.missing !== '')(`fish completes${fish.missing}`, () => {
    const complete = (line: string): string[] => {
      const commands = `source ${script('fish')}; complete -C '${line}'`;
      const { stdout, stderr } = spawnSync(fish.path, ['--no-config', '-c', commands], {
        encoding: 'utf8',
        env,
      });
      expect(stderr).toBe('');
      return stdout.split('\n').slice(0, -1);
    };

    it('commands, with what they are for', () => {
      expect(complete('orchctl rollo')).toEqual([expect.stringMatching(/^rollout\t\w/)]);
    });

    it('names of objects', () => {
      expect(complete('orchctl get configmap web')).toEqual(['web-config', 'web-rules']);
      expect(complete('orchctl get configmap/sto')).toEqual(['configmap/store']);
    });

    it('flags and their values', () => {
      expect(complete('orchctl get pods --field-sel')).toEqual([
        expect.stringMatching(/^--field-selector=\t/),
      ]);
      expect(complete('orchctl get pods --output=js')).toEqual(['--output=json', '--output=jsonpath=']);
      expect(complete('orchctl get pods -o js')).toEqual(['json', 'jsonpath=']);
    });

    it('names of files', () => {
      expect(complete(`orchctl apply -f ${server.directory}/script.zs`)).toEqual([
        expect.stringContaining('script.zsh'),
      ]);
    });
  });
});
