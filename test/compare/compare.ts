import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Builds an older commit beside this tree, records the answers of both, and prints what differs. Fails if anything does.
 *
 *     node test/compare/compare.ts <commit>
 *
 * The whole difference goes to the file that `LIST` names, if any: what is printed is its beginning, in short lines.
 */

const root = new URL('../..', import.meta.url).pathname;
const [commit] = process.argv.slice(2);
const maxShown = 200;
const list = process.env['LIST'];

function build(older: string, folder: string): void {
  mkdirSync(folder);
  const archive = execFileSync('git', ['archive', older], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['x', '-C', folder], { input: archive });
  installPackages(folder);
  execFileSync('node_modules/.bin/tsc', ['-p', 'tsconfig.json'], { cwd: folder, stdio: 'inherit' });
  execFileSync(process.execPath, ['hack/write-build-info.ts'], { cwd: folder, stdio: 'inherit' });
}

/** The packages of this tree serve where both pin the same. */
function installPackages(folder: string): void {
  const lockOf = (tree: string): string => readFileSync(join(tree, 'package-lock.json'), 'utf8');
  if (lockOf(folder) === lockOf(root))
    return symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' });
}

function record(tree: string, folder: string): void {
  const program = join(tree, 'dist/commands/apiserver.js');
  execFileSync(process.execPath, [join(root, 'test/compare/record.ts'), program, folder], {
    stdio: 'inherit',
  });
}

/** The requests of a record. */
const requestsOf = (folder: string): number =>
  readdirSync(folder).reduce(
    (sum, name) =>
      sum +
      (readFileSync(join(folder, name), 'utf8').match(/^(GET|POST|PUT|PATCH|DELETE|WATCH) \//gm)?.length ??
        0),
    0,
  );

/** The changed lines of each file, the files with most of them first. */
function printCounts(lines: string[]): void {
  const counts = new Map<string, number>();
  let file = '';
  for (const line of lines) {
    if (line.startsWith('--- ')) file = line.slice(4).split('\t')[0]!;
    else if (/^[+-][^+-]/.test(line)) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  for (const [name, count] of [...counts].sort(([, a], [, b]) => b - a)) console.log(`${count}\t${name}`);
}

function compare(older: string, work: string): boolean {
  build(older, join(work, 'tree'));
  record(join(work, 'tree'), join(work, 'old'));
  record(root, join(work, 'new'));
  const { stdout } = spawnSync('diff', ['-r', '-U', '2', 'old', 'new'], {
    cwd: work,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const requests = requestsOf(join(work, 'new'));
  if (stdout === '') {
    console.log(`${requests} requests are answered as by ${older}`);
    return true;
  }
  if (list !== undefined) writeFileSync(list, stdout);
  const lines = stdout.split('\n').map((line) => line.slice(0, 400));
  printCounts(lines);
  const changed = lines.filter((line) => /^[+-][^+-]/.test(line)).length;
  console.log(lines.slice(0, maxShown).join('\n'));
  console.log(`${changed} lines of the answers to ${requests} requests differ from ${older}`);
  return false;
}

if (!commit || !existsSync(join(root, 'dist'))) {
  console.error('usage: make compare OLD=<commit>');
  process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), 'compare-'));
try {
  if (!compare(commit, work)) process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
