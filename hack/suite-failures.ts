import { appendFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule, TestSuite } from 'vitest/node';

/**
 * Reporter of what failed outside of tests, a line each: file, tab and message. Before or after the tests of a suite
 * the file is the suite's; an error that nobody caught, at which a run fails with every test passed, has none: its
 * message says which file ran then, where that is known. The JSON reporter names neither. Written to the file of
 * `SUITE_FAILURES`.
 */
export default class SuiteFailures implements Reporter {
  onTestSuiteResult(suite: TestSuite): void {
    for (const { message } of suite.errors()) append(suite.module.moduleId, `${suite.fullName}: ${message}`);
  }

  onTestRunEnd(_: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    for (const { message, stack, VITEST_TEST_PATH: file = 'no file' } of unhandled)
      append('', `not caught, beside ${file}: ${stack ?? message}`);
  }
}

function append(file: string, text: string): void {
  const path = process.env['SUITE_FAILURES'];
  if (path !== undefined) appendFileSync(path, `${file}\t${text.replaceAll(/\s+/g, ' ')}\n`);
}
