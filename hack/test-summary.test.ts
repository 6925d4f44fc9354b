import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const passedFile = { name: '/x/a.test.ts', status: 'passed', message: '', assertionResults: [] };

/** The lines of the summary of one project whose report holds `files`, and what failed outside of its tests. */
function summary(files: unknown[], outside: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'summary-'));
  try {
    const counts = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0 };
    writeFileSync(join(folder, 'unit.json'), JSON.stringify({ ...counts, testResults: files }));
    writeFileSync(join(folder, 'suite-failures'), outside);
    return execFileSync(process.execPath, ['hack/test-summary.ts', folder, 'unit=1'], { encoding: 'utf8' })
      .trim()
      .split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('all passed', () => {
  expect(summary([passedFile], '')).toEqual(['seconds: unit=1', '3 passed, 0 failed']);
});

test('an error that nobody caught is a failure, with every test passed', () => {
  expect(summary([passedFile], '\tnot caught: Error: late\n')).toEqual([
    'FAILED not caught: Error: late',
    'seconds: unit=1',
    '3 passed, 1 failed',
  ]);
});

test('what fails before the tests of a file is told with its file', () => {
  const failed = { ...passedFile, status: 'failed' };
  const [line, , counts] = summary([failed], '/x/a.test.ts\ta suite: no server\n');
  expect(line).toMatch(/^FAILED unit .*a\.test\.ts: a suite: no server$/);
  expect(counts).toBe('3 passed, 1 failed');
});
