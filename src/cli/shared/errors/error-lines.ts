import {
  CliError,
  ContextError,
  FlagUsageError,
  SilentExit,
  UnknownCommandError,
  UsageError,
} from './cli-error.ts';

/** The lines that are printed of an error, and the exit code. */
export interface ErrorReport {
  lines: readonly string[];
  exitCode: number;
}

/**
 * One line for each thing that went wrong. `path`: of the command, `orchctl get`. Errors of the API and of connections are
 * explained by `explain-error.ts`, which is loaded when there is one.
 */
export async function reportError(error: unknown, path: string): Promise<ErrorReport> {
  if (error instanceof AggregateError) return reportEach(error.errors, path);
  if (error instanceof SilentExit) return { lines: [], exitCode: error.exitCode };
  if (error instanceof UsageError) {
    return { lines: [`error: ${error.message}`, `See '${path} -h' for help and examples`], exitCode: 1 };
  }
  if (error instanceof UnknownCommandError) return { lines: [`Error: ${error.message}`], exitCode: 1 };
  if (error instanceof FlagUsageError) {
    return { lines: [`Error: ${error.message}`, `See '${path} --help' for usage.`], exitCode: 1 };
  }
  if (error instanceof CliError && !(error instanceof ContextError)) {
    return { lines: [`error: ${error.message}`], exitCode: error.exitCode };
  }
  const { explainError } = await import('./explain-error.ts');
  return { lines: explainError(error), exitCode: 1 };
}

async function reportEach(errors: readonly unknown[], path: string): Promise<ErrorReport> {
  const reports = await Promise.all(errors.map((error) => reportError(error, path)));
  const all = [...new Set(reports.flatMap((report) => report.lines))];
  // Several of this program's own stand below each other without a word before each.
  const lines = errors.length === 1 ? all : all.map((line) => line.replace(/^error: /, ''));
  return { lines, exitCode: Math.max(1, ...reports.map(({ exitCode }) => exitCode)) };
}
