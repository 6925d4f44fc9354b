import { appendFileSync } from 'node:fs';
import type { Reporter, TestSuite } from 'vitest/node';

/**
 * Reporter of what failed before or after the tests of a suite, a line each: file, tab, suite and message. The JSON
 * reporter names neither. Written to the file of `SUITE_FAILURES`.
 */
export default class SuiteFailures implements Reporter {
  onTestSuiteResult(suite: TestSuite): void {
    const path = process.env['SUITE_FAILURES'];
    if (path === undefined) return;
    for (const { message } of suite.errors()) {
      const text = `${suite.fullName}: ${message}`.replaceAll(/\s+/g, ' ');
      appendFileSync(path, `${suite.module.moduleId}\t${text}\n`);
    }
  }
}
