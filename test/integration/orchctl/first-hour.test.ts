import { copyFileSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from '../../support/server.ts';
import { transcriptIn, type, withoutChance } from '../../support/transcript.ts';

const root = new URL('../../../', import.meta.url).pathname;
let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ dialect: 'orch', flags: flagsOfRun() });
});
afterAll(() => server?.remove());

/** The flags of `make run`, but for those that say where. */
function flagsOfRun(): string[] {
  const makefile = readFileSync(join(root, 'Makefile'), 'utf8');
  const line = /^run:.*\n\t@exec node dist\/commands\/apiserver\.js (.*)$/m.exec(makefile)?.[1] ?? '';
  const flags = line.split(' ').map((flag) => flag.replaceAll("'", ''));
  return flags.filter((flag) => flag.startsWith('--') && !flag.startsWith('--bind-address'));
}

it('the first hour in the README of the command line prints what it says', async () => {
  const directory = join(server.directory, 'first-hour');
  mkdirSync(join(directory, '.orch'), { recursive: true });
  copyFileSync(server.kubeconfig, join(directory, '.orch', 'admin.kubeconfig'));
  symlinkSync(join(root, 'dist'), join(directory, 'dist'));
  const typed = transcriptIn(readFileSync(join(root, 'src/cli/README.md'), 'utf8'), 'The first hour');
  expect(typed.length).toBeGreaterThan(15);
  const printed = await type(
    typed.map(({ command }) => command),
    { directory, env: { HOME: directory, PATH: process.env['PATH'] ?? '' } },
  );
  const shown = (texts: readonly string[]): string =>
    typed.map(({ command }, index) => `$ ${command}\n${withoutChance(texts[index] ?? '')}\n`).join('');
  expect(shown(printed)).toBe(shown(typed.map((one) => one.printed)));
});
