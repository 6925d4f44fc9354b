import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

const rows = readFileSync(join(root, 'src/server/BOUNDS.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (what|-+) +\|/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

const namesIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

/** From src/, from src/server/, from the top, or a name behind a path in the same cell. */
const exists = (name: string): boolean =>
  files.some((file) => file === name || `/${file}`.endsWith(`/${name}`) || file.includes(`/${name}`));

it('every bound has what, how much, where, the answer, and a test', () => {
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter((row) => row.length !== 5).map(([what]) => what)).toEqual([]);
});

it('every file that holds a bound exists', () => {
  expect(rows.flatMap(([, , where]) => namesIn(where)).filter((name) => !exists(name))).toEqual([]);
});

it('every test that holds a bound exists', () => {
  const tests = rows.flatMap(([, , , , test]) => namesIn(test));
  expect(tests.filter((name) => !name.endsWith('.test.ts') || !exists(name))).toEqual([]);
});

it('every bound has a test', () => {
  expect(rows.filter(([, , , , test]) => namesIn(test).length === 0).map(([what]) => what)).toEqual([]);
});
