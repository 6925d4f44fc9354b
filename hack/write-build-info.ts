/**
 * Writes dist/build-info.json, from which /version says of what the server was built, and when.
 *
 *     {"gitCommit":"<40 hex digits>","gitTreeState":"clean","buildDate":"2026-01-02T03:04:05Z"}
 *
 * Where there is no repository, the hash of the sources stands for the commit, and the state of the tree is `archive`.
 * SOURCE_DATE_EPOCH (seconds) is the date of a build that is to come out the same twice.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

const root = new URL('..', import.meta.url).pathname;
const sources = ['api-definitions', 'package.json', 'package-lock.json', 'src'];

function git(...parameters: string[]): string | undefined {
  // A repository around this folder is not its own.
  if (!existsSync(`${root}.git`)) return undefined;
  try {
    return execFileSync('git', parameters, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}

function filesOf(path: string): string[] {
  if (!statSync(`${root}${path}`).isDirectory()) return [path];
  return readdirSync(`${root}${path}`).flatMap((name) => filesOf(`${path}/${name}`));
}

function hashOfSources(): string {
  const hash = createHash('sha1');
  for (const path of sources.flatMap(filesOf).sort()) {
    const content = readFileSync(`${root}${path}`);
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function treeOf(): { gitCommit: string; gitTreeState: string } {
  const commit = git('rev-parse', 'HEAD')?.trim();
  const changes = git('status', '--porcelain', '--untracked-files=no');
  if (commit === undefined || changes === undefined)
    return { gitCommit: hashOfSources(), gitTreeState: 'archive' };
  return { gitCommit: commit, gitTreeState: changes === '' ? 'clean' : 'dirty' };
}

function buildDate(): string {
  const epoch = process.env['SOURCE_DATE_EPOCH'];
  const date = epoch ? new Date(Number(epoch) * 1000) : new Date();
  return `${date.toISOString().slice(0, 19)}Z`;
}

mkdirSync(`${root}dist`, { recursive: true });
writeFileSync(
  `${root}dist/build-info.json`,
  `${JSON.stringify({ ...treeOf(), buildDate: buildDate() }, null, 2)}\n`,
);
