/**
 * Writes the page of `orchctl dashboard` to dist/dashboard/: scripts and styles with the packages they use, and the
 * licences of these. All of it together must stay small enough to open at once.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/** Bytes, compressed. */
const maxSize = 300 * 1_024;

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src/dashboard');
const target = join(root, 'dist/dashboard');
const styles = [
  ...['base.css', 'table.css', 'object.css', 'pages.css'].map((name) => join(source, 'styles', name)),
  join(root, 'node_modules/uplot/dist/uPlot.min.css'),
  join(root, 'node_modules/@xterm/xterm/css/xterm.css'),
];

async function bundleScripts(): Promise<string[]> {
  const made = await rolldown({
    input: { main: join(source, 'main.tsx') },
    platform: 'browser',
    tsconfig: join(source, 'tsconfig.json'),
  });
  const { output } = await made.write({
    dir: target,
    format: 'esm',
    minify: true,
    sourcemap: false,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  });
  return output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
}

/** The licence of each package of which a module is in the page. */
function licences(modules: readonly string[]): string {
  const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
      if (file === undefined) throw new Error(`${name} has no licence that could stand beside the page`);
      return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const modules = await bundleScripts();
for (const name of ['index.html', 'icon.svg']) cpSync(join(source, name), join(target, name));
writeFileSync(
  join(target, 'page.css'),
  styles
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n'),
);
writeFileSync(join(target, 'licences.txt'), licences(modules));
const served = readdirSync(target).filter((name) => name !== 'licences.txt');
const size = served.reduce((sum, name) => sum + gzipSync(readFileSync(join(target, name))).length, 0);
if (size > maxSize) throw new Error(`the page has ${size} bytes compressed, and may have ${maxSize}`);
process.stdout.write(`dashboard: ${Math.ceil(size / 1_024)} KiB compressed\n`);
