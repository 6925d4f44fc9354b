import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * The end of `make test`: each test that failed, then how long each project took, then the line that says how many
 * passed and failed. Called with the folder of the reports and the projects as `name=seconds`.
 */

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: FileResult[];
}

interface FileResult {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

const [folder, ...projects] = process.argv.slice(2) as [string, ...string[]];
let passed = 0;
let failed = 0;
let skipped = 0;
const failures: string[] = [];
const outside = outsideOfTests();

for (const project of projects) {
  const name = project.split('=')[0]!;
  const report = read(`${folder}/${name}.json`);
  if (report === undefined) {
    failed++;
    failures.push(`${name}: left no report: it did not run to its end`);
    continue;
  }
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  skipped += report.numPendingTests;
  for (const file of report.testResults) addFailures(name, file);
}

for (const [file, message] of outside) {
  if (file !== '') continue;
  failed++;
  failures.push(firstLine(message));
}

for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`seconds: ${projects.join(' ')}`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);

function read(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function addFailures(project: string, file: FileResult): void {
  const where = `${project} ${relative('.', file.name)}`;
  const tests = file.assertionResults.filter(({ status }) => status === 'failed');
  for (const { fullName, failureMessages } of tests) {
    failures.push(`${where} > ${fullName}: ${firstLine(failureMessages[0])}`);
  }
  // Could not be loaded, or failed before or after its tests.
  if (file.status !== 'failed' || tests.length > 0) return;
  failed++;
  failures.push(`${where}: ${firstLine(file.message || suiteFailure(file.name))}`);
}

/** The report of a file has no errors of hooks; those of its suites are kept beside it. */
function suiteFailure(file: string): string | undefined {
  return outside.find(([of]) => of === file)?.[1];
}

/** What failed outside of tests, as file and message (`suite-failures.ts`). */
function outsideOfTests(): (readonly [string, string])[] {
  let text = '';
  try {
    text = readFileSync(`${folder}/suite-failures`, 'utf8');
  } catch {
    // Nothing failed.
  }
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map(
    (line) => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)] as const,
  );
}

function firstLine(message = ''): string {
  return (message.trim().split('\n')[0] ?? '').slice(0, 300) || 'no message';
}
