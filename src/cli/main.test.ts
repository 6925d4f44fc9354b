import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ObjectServer } from '../../test/support/unit/object-server.ts';
import { commands } from './commands.ts';

let server: ObjectServer;
beforeAll(async () => {
  server = await ObjectServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

describe('help', () => {
  test.each([[[]], [['help']]])('%j lists the commands', async (words) => {
    const { stdout, code } = await server.run(words);
    expect(code).toBe(0);
    for (const { name, summary } of commands.filter((entry) => !entry.name.includes(' '))) {
      expect(stdout).toMatch(new RegExp(`^  ${name} +${summary.replaceAll(/[()/]/g, '\\$&')}$`, 'm'));
    }
  });

  test.each([[['help', 'scale']], [['scale', '--help']], [['scale', 'web', '-h']]])(
    '%j explains a command',
    async (words) => {
      const { stdout, code } = await server.run(words);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^Set a new size for a workload\.\n/);
      expect(stdout).toContain('--replicas=');
    },
  );

  test.each([
    [['rollout', '--help'], 0],
    [['help', 'rollout'], 0],
    // Without the word that was to follow nothing is done.
    [['rollout'], 1],
  ])('%j lists the commands below, and ends with %d', async (words, code) => {
    const ran = await server.run(words);
    expect(ran.code).toBe(code);
    expect(ran.stdout).toMatch(/Available Commands:\n {2}history +View rollout history\n/);
  });

  test('the help of create lists the commands below, but not those below them', async () => {
    const { stdout } = await server.run(['create', '--help']);
    expect(stdout).toContain('  secret ');
    expect(stdout).not.toContain('generic');
  });

  test('options lists the global flags', async () => {
    const { stdout } = await server.run(['options']);
    expect(stdout).toContain('--kubeconfig=');
    expect(stdout).not.toContain('--help');
  });
});

describe('a command is found', () => {
  const namespace = ['--dry-run=client', '-o', 'name'];
  test.each([
    [['create', 'namespace', 'a', ...namespace], 'namespace/a\n'],
    [['create', 'ns', 'a', ...namespace], 'namespace/a\n'],
    [['-n', 'b', 'create', 'ns', 'a', ...namespace], 'namespace/a\n'],
    [['--namespace=b', 'create', 'ns', 'a', ...namespace], 'namespace/a\n'],
  ])('%j', async (words, stdout) => {
    expect(await server.run(words)).toMatchObject({ code: 0, stdout });
  });
});

test.each([
  [['gte'], 'Error: unknown command "gte" for "orchctl"\n\nDid you mean this?\n\tget'],
  [['xyzzy'], 'Error: unknown command "xyzzy" for "orchctl"'],
  [['rollout', 'about'], 'error: unknown command "about"\nSee \'orchctl rollout -h\' for help and examples'],
  [['get', '--frob'], 'Error: unknown flag: --frob'],
])('%j is refused', async (words, message) => {
  const { code, stderr, stdout } = await server.run(words);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(message);
});
