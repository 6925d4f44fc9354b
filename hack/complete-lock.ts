/**
 * Completes package-lock.json: a registry that does not carry a native package for some other platform makes npm
 * leave it out of the lock file, and `npm ci` then refuses the whole file. The missing entries are written from
 * what the package that wants them says; on a platform that they are not for, nobody ever fetches them.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Entry {
  version: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const file = new URL('../package-lock.json', import.meta.url).pathname;
const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync(file, 'utf8'));

for (const entry of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`;
    if (lock.packages[path] !== undefined) continue;
    lock.packages[path] = {
      version,
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      ...platformOf(name),
    };
  }
}

const sorted = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);

/** `@biomejs/cli-linux-arm64-musl` is for linux on arm64 with musl. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const [, os, cpu] =
    /(android|darwin|freebsd|linux|openharmony|win32|wasm32)-?(\w+)?/.exec(name.split('/').at(-1)!) ?? [];
  return {
    ...(os === undefined ? {} : { os: [os] }),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(name.endsWith('-musl') ? { libc: ['musl'] } : {}),
  };
}
