import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = new URL('..', import.meta.url).pathname;
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');

/** Bounds that no test names yet. A new one has a test: the list gets shorter only. */
const untested = new Set([
  'method',
  'time of a request',
  'pipelined requests (HTTP/1.1)',
  'spans that wait for the collector',
  'conflicts of an apply',
  "a connection to a node's agent",
  "the agent's answer to an upgrade",
  'what leaves no room at a client',
  'what an agent says in place of a log',
  "the head of an extension server's answer",
  'rules in a SelfSubjectRulesReview',
  'sources of events that are told apart',
  'a list in an event at level RequestResponse',
]);

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

it('only the bounds that are known to have no test name none', () => {
  const without = rows.filter(([, , , , test]) => namesIn(test).length === 0).map(([what]) => what!);
  expect(new Set(without)).toEqual(untested);
});
